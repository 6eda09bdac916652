require('./group')('engine', 3);
