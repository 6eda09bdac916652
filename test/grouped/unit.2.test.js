require('./group')('unit', 2);
