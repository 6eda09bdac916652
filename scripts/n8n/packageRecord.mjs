/*
 * Run by the Node.js that runs n8n, which has SQLite built in. Enters a community package into
 * n8n's database as `persistPackageWithNodes` in `installed-packages.repository.js` does, so that
 * Settings > Community Nodes lists it and can uninstall it. n8n loads the package without that.
 */
import { DatabaseSync } from 'node:sqlite';

const [file, text] = process.argv.slice(2);
const { name, version, author, nodes } = JSON.parse(text);
const database = new DatabaseSync(file);
database.exec('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; BEGIN IMMEDIATE');
database.prepare('DELETE FROM installed_nodes WHERE package = ?').run(name);
database.prepare('DELETE FROM installed_packages WHERE packageName = ?').run(name);
database
	.prepare(
		`INSERT INTO installed_packages
			(packageName, installedVersion, authorName, authorEmail, createdAt, updatedAt)
		VALUES (?, ?, ?, ?, STRFTIME('%Y-%m-%d %H:%M:%f', 'NOW'), STRFTIME('%Y-%m-%d %H:%M:%f', 'NOW'))`,
	)
	.run(name, version, author?.name ?? null, author?.email ?? null);
const addNode = database.prepare(
	'INSERT INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
);
for (const node of nodes) addNode.run(node.displayName, node.type, node.version, name);
database.exec('COMMIT');
database.close();
