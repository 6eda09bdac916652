require('./group')('engine', 4);
