require('./group')('engine', 1);
