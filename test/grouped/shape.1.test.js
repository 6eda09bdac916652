require('./group')('shape', 1);
