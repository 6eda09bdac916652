require('./group')('unit', 4);
