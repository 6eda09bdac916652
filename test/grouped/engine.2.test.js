require('./group')('engine', 2);
