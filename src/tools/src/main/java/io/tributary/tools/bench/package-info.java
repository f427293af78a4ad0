/**
 * Measures what the service does in a second beside what the same machine can do at best: each
 * figure has a ceiling of bare calls, taken in turns in the same run.
 */
package io.tributary.tools.bench;
