require('./group')('shape', 3);
