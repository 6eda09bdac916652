require('./group')('unit', 1);
