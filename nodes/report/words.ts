/** The languages of a report: the values of the option Language. */
export const LANGUAGES = ['de', 'en', 'fr', 'nl'] as const;

export type Language = (typeof LANGUAGES)[number];

/** A word in singular and plural; `Intl.PluralRules` chooses. */
export interface Noun {
	one: string;
	other: string;
}

/**
 * What a report says in one language. Where a function takes a number, it is a text: formatted for that
 * language, and with its noun if the name of the parameter says so.
 */
export interface Words {
	title: { day: string; week: string; month: string; other: string };
	/** Luxon's tokens for a date with and without its weekday, a short one, and a month. */
	dates: { weekday: string; day: string; short: string; month: string };
	calls: Noun;
	callbacks: Noun;
	/** What follows a duration on the sheet. */
	onAverage: { seconds: string; minutes: string; hours: string };
	units: { seconds: string; minutes: string; hours: string };
	answered: string;
	totalDuration: string;
	averageDuration: string;
	comparedWith: (period: string) => string;
	averageIs: (duration: string) => string;
	byHour: string;
	byDay: string;
	byMonth: string;
	byYear: string;
	byAssistant: string;
	byKeyword: string;
	noAssistant: string;
	noKeyword: string;
	keywordNote: string;
	busiestHour: (from: string, to: string, calls: string) => string;
	busiest: (name: string, calls: string) => string;
	axisHour: (hour: number) => string;
	more: (count: string) => string;
	callbacksToMake: string;
	nobodyWaits: string;
	waiting: (count: number, number: string) => string;
	withoutNumber: (number: string) => string;
	spokeWith: (assistant: string) => string;
	notListed: (number: string) => string;
	quietDay: string;
	quietPeriod: string;
	zone: (name: string) => string;
	clocksChanged: (hours: string) => string;
	averageOf: (count: number, number: string) => string;
	withoutStart: (count: number, number: string) => string;
	/** What stands before a colon or not. */
	colon: string;
}

const en: Words = {
	title: {
		day: 'Daily call report',
		week: 'Weekly call report',
		month: 'Monthly call report',
		other: 'Call report',
	},
	dates: { weekday: 'cccc, d LLLL yyyy', day: 'd LLLL yyyy', short: 'd LLL', month: 'LLLL yyyy' },
	calls: { one: 'call', other: 'calls' },
	callbacks: { one: 'callback to make', other: 'callbacks to make' },
	onAverage: {
		seconds: 'seconds on average',
		minutes: 'minutes on average',
		hours: 'hours on average',
	},
	units: { seconds: 'seconds', minutes: 'minutes', hours: 'hours' },
	answered: 'Answered',
	totalDuration: 'Total duration',
	averageDuration: 'Average duration',
	comparedWith: (period) => `Compared with ${period}`,
	averageIs: (duration) => `${duration} on average`,
	byHour: 'By hour',
	byDay: 'By day',
	byMonth: 'By month',
	byYear: 'By year',
	byAssistant: 'By assistant',
	byKeyword: 'By keyword',
	noAssistant: '(no assistant)',
	noKeyword: '(no keyword)',
	keywordNote: 'A call with several keywords counts for each of them.',
	busiestHour: (from, to, calls) => `Busiest: ${from} to ${to}, ${calls}.`,
	busiest: (name, calls) => `Busiest: ${name}, ${calls}.`,
	axisHour: (hour) => `${hour}h`,
	more: (count) => `${count} more`,
	callbacksToMake: 'Callbacks to make',
	nobodyWaits: 'Nobody is waiting for a callback.',
	waiting: (count, number) =>
		count === 1
			? '1 caller asked for one and is not archived yet.'
			: `${number} callers asked for one and are not archived yet. The earliest comes first.`,
	withoutNumber: (number) => `${number} more left no number that can be called.`,
	spokeWith: (assistant) => `spoke with ${assistant}`,
	notListed: (number) => `Not listed here: ${number}.`,
	quietDay: 'There were no calls on this day.',
	quietPeriod: 'There were no calls in this period.',
	zone: (name) => `All times are in the time zone ${name}.`,
	clocksChanged: (hours) => `The clocks were changed: the day had ${hours} hours.`,
	averageOf: (count, number) =>
		`The average is based on ${number} ${count === 1 ? 'call' : 'calls'} with a known end.`,
	withoutStart: (count, number) =>
		count === 1
			? '1 call has no start time, so it appears in no hour and on no day.'
			: `${number} calls have no start time, so they appear in no hour and on no day.`,
	colon: ':',
};

const de: Words = {
	title: {
		day: 'Anrufe des Tages',
		week: 'Anrufe der Woche',
		month: 'Anrufe des Monats',
		other: 'Anrufbericht',
	},
	dates: {
		weekday: 'cccc, d. LLLL yyyy',
		day: 'd. LLLL yyyy',
		short: 'd. LLL',
		month: 'LLLL yyyy',
	},
	calls: { one: 'Anruf', other: 'Anrufe' },
	callbacks: { one: 'offener Rückruf', other: 'offene Rückrufe' },
	onAverage: {
		seconds: 'Sekunden im Durchschnitt',
		minutes: 'Minuten im Durchschnitt',
		hours: 'Stunden im Durchschnitt',
	},
	units: { seconds: 'Sekunden', minutes: 'Minuten', hours: 'Stunden' },
	answered: 'Angenommen',
	totalDuration: 'Gesamtdauer',
	averageDuration: 'Durchschnittliche Dauer',
	comparedWith: (period) => `Zum Vergleich, ${period}`,
	averageIs: (duration) => `im Durchschnitt ${duration}`,
	byHour: 'Nach Uhrzeit',
	byDay: 'Nach Tag',
	byMonth: 'Nach Monat',
	byYear: 'Nach Jahr',
	byAssistant: 'Nach Assistent',
	byKeyword: 'Nach Stichwort',
	noAssistant: '(kein Assistent)',
	noKeyword: '(kein Stichwort)',
	keywordNote: 'Ein Anruf mit mehreren Stichwörtern zählt bei jedem davon.',
	busiestHour: (from, to, calls) => `Am meisten los: ${from} bis ${to} Uhr, ${calls}.`,
	busiest: (name, calls) => `Am meisten los: ${name}, ${calls}.`,
	axisHour: (hour) => `${hour} Uhr`,
	more: (count) => `${count} weitere`,
	callbacksToMake: 'Offene Rückrufe',
	nobodyWaits: 'Niemand wartet auf einen Rückruf.',
	waiting: (count, number) =>
		count === 1
			? '1 Anruf mit der Bitte um Rückruf ist noch nicht archiviert.'
			: `${number} Anrufe mit der Bitte um Rückruf sind noch nicht archiviert. Der früheste steht oben.`,
	withoutNumber: (number) => `Ohne Nummer, die man anrufen kann: ${number}.`,
	spokeWith: (assistant) => `sprach mit ${assistant}`,
	notListed: (number) => `Hier nicht aufgeführt: ${number}.`,
	quietDay: 'An diesem Tag gab es keine Anrufe.',
	quietPeriod: 'In diesem Zeitraum gab es keine Anrufe.',
	zone: (name) => `Alle Zeiten gelten für die Zeitzone ${name}.`,
	clocksChanged: (hours) => `Die Uhren wurden umgestellt: Der Tag hatte ${hours} Stunden.`,
	averageOf: (count, number) =>
		`Der Durchschnitt beruht auf ${number} ${count === 1 ? 'Anruf' : 'Anrufen'} mit bekanntem Ende.`,
	withoutStart: (count, number) =>
		count === 1
			? '1 Anruf hat keine Anfangszeit und fehlt daher bei Tagen und Uhrzeiten.'
			: `${number} Anrufe haben keine Anfangszeit und fehlen daher bei Tagen und Uhrzeiten.`,
	colon: ':',
};

const fr: Words = {
	title: {
		day: 'Appels de la journée',
		week: 'Appels de la semaine',
		month: 'Appels du mois',
		other: 'Rapport d’appels',
	},
	dates: { weekday: 'cccc d LLLL yyyy', day: 'd LLLL yyyy', short: 'd LLL', month: 'LLLL yyyy' },
	calls: { one: 'appel', other: 'appels' },
	callbacks: { one: 'personne à rappeler', other: 'personnes à rappeler' },
	onAverage: {
		seconds: 'secondes en moyenne',
		minutes: 'minutes en moyenne',
		hours: 'heures en moyenne',
	},
	units: { seconds: 'secondes', minutes: 'minutes', hours: 'heures' },
	answered: 'Appels aboutis',
	totalDuration: 'Durée totale',
	averageDuration: 'Durée moyenne',
	comparedWith: (period) => `À titre de comparaison, ${period}`,
	averageIs: (duration) => `${duration} en moyenne`,
	byHour: 'Par heure',
	byDay: 'Par jour',
	byMonth: 'Par mois',
	byYear: 'Par an',
	byAssistant: 'Par assistant',
	byKeyword: 'Par mot-clé',
	noAssistant: '(sans assistant)',
	noKeyword: '(sans mot-clé)',
	keywordNote: 'Un appel avec plusieurs mots-clés compte pour chacun d’eux.',
	busiestHour: (from, to, calls) => `Heure la plus chargée\u00a0: de ${from} à ${to}, ${calls}.`,
	busiest: (name, calls) => `Le plus chargé\u00a0: ${name}, ${calls}.`,
	axisHour: (hour) => `${hour}\u00a0h`,
	more: (count) => `${count} de plus`,
	callbacksToMake: 'Personnes à rappeler',
	nobodyWaits: 'Personne n’attend d’être rappelé.',
	waiting: (count, number) =>
		count === 1
			? '1 appel avec demande de rappel n’est pas encore archivé.'
			: `${number} appels avec demande de rappel ne sont pas encore archivés, du plus ancien au plus récent.`,
	withoutNumber: (number) => `Sans numéro à rappeler\u00a0: ${number}.`,
	spokeWith: (assistant) => `a parlé avec ${assistant}`,
	notListed: (number) => `Non affichés ici\u00a0: ${number}.`,
	quietDay: 'Il n’y a eu aucun appel ce jour-là.',
	quietPeriod: 'Il n’y a eu aucun appel pendant cette période.',
	zone: (name) => `Toutes les heures sont dans le fuseau horaire ${name}.`,
	clocksChanged: (hours) => `Jour de changement d’heure\u00a0: il a duré ${hours} heures.`,
	averageOf: (count, number) =>
		`La moyenne porte sur ${number} ${count < 2 ? 'appel' : 'appels'} dont la fin est connue.`,
	withoutStart: (count, number) =>
		count === 1
			? '1 appel n’a pas d’heure de début et n’apparaît donc ni par heure ni par jour.'
			: `${number} appels n’ont pas d’heure de début et n’apparaissent donc ni par heure ni par jour.`,
	colon: '\u00a0:',
};

const nl: Words = {
	title: {
		day: 'Gesprekken van de dag',
		week: 'Gesprekken van de week',
		month: 'Gesprekken van de maand',
		other: 'Gespreksrapport',
	},
	dates: { weekday: 'cccc d LLLL yyyy', day: 'd LLLL yyyy', short: 'd LLL', month: 'LLLL yyyy' },
	calls: { one: 'gesprek', other: 'gesprekken' },
	// A longer word is cut in the middle on a phone.
	callbacks: { one: 'terug te bellen', other: 'terug te bellen' },
	onAverage: {
		seconds: 'seconden gemiddeld',
		minutes: 'minuten gemiddeld',
		hours: 'uur gemiddeld',
	},
	units: { seconds: 'seconden', minutes: 'minuten', hours: 'uur' },
	answered: 'Beantwoord',
	totalDuration: 'Totale duur',
	averageDuration: 'Gemiddelde duur',
	comparedWith: (period) => `Ter vergelijking, ${period}`,
	averageIs: (duration) => `gemiddeld ${duration}`,
	byHour: 'Per uur',
	byDay: 'Per dag',
	byMonth: 'Per maand',
	byYear: 'Per jaar',
	byAssistant: 'Per assistent',
	byKeyword: 'Per trefwoord',
	noAssistant: '(geen assistent)',
	noKeyword: '(geen trefwoord)',
	keywordNote: 'Een gesprek met meerdere trefwoorden telt bij elk daarvan mee.',
	busiestHour: (from, to, calls) => `Drukste uur: van ${from} tot ${to}, ${calls}.`,
	busiest: (name, calls) => `Het drukst: ${name}, ${calls}.`,
	axisHour: (hour) => `${hour} u`,
	more: (count) => `Nog ${count}`,
	callbacksToMake: 'Terugbelverzoeken',
	nobodyWaits: 'Niemand wacht op een telefoontje terug.',
	waiting: (count, number) =>
		count === 1
			? '1 gesprek met een terugbelverzoek is nog niet gearchiveerd.'
			: `${number} gesprekken met een terugbelverzoek zijn nog niet gearchiveerd. Het vroegste staat bovenaan.`,
	withoutNumber: (number) => `Zonder nummer om terug te bellen: ${number}.`,
	spokeWith: (assistant) => `sprak met ${assistant}`,
	notListed: (number) => `Niet in deze lijst: ${number}.`,
	quietDay: 'Op deze dag waren er geen gesprekken.',
	quietPeriod: 'In deze periode waren er geen gesprekken.',
	zone: (name) => `Alle tijden gelden voor de tijdzone ${name}.`,
	clocksChanged: (hours) => `De klok is verzet: deze dag had ${hours} uur.`,
	averageOf: (count, number) =>
		`Het gemiddelde is berekend over ${number} ${count === 1 ? 'gesprek' : 'gesprekken'} met een bekend einde.`,
	withoutStart: (count, number) =>
		count === 1
			? '1 gesprek heeft geen begintijd en staat daarom bij geen enkel uur en geen enkele dag.'
			: `${number} gesprekken hebben geen begintijd en staan daarom bij geen enkel uur en geen enkele dag.`,
	colon: ':',
};

export const WORDS: Record<Language, Words> = { de, en, fr, nl };
