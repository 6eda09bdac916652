require('./group')('shape', 2);
