require('./group')('unit', 3);
