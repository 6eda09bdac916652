require('./group')('shape', 4);
