/* Paths that would lead the key elsewhere. */

/** `{host}` stands for a server that would be glad of the key. */
export const EVIL_PATHS = [
	...['http://{host}/public/events', 'HTTP://{host}/public/events'],
	...['http:{host}/public/events', 'http:/{host}/public/events', '//{host}/public/events'],
	...[' //{host}/public/events', '///{host}/public/events', '\\\\{host}\\public\\events'],
	...['/\\{host}/public/events', '\\/{host}/public/events', 'http://user:password@{host}/'],
	...['//user@{host}/public/events', '/\t/{host}/public/events', '/\n/{host}'],
	...['\u0000//{host}/public/events', '\ufeff\u200b//{host}', '/public/../../admin'],
	...['../admin', '/public/..', '/public/%2e%2e/admin', '/public/..%2f..%2fadmin'],
	...['/public/..;/../admin', '/public/./events', '/public/events#top', '/public/my events'],
	...['/public/größe', '/public/100%', 'javascript:alert(1)', 'file:///etc/passwd'],
	...['data:text/plain,x'],
];
