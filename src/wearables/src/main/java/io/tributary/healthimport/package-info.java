/**
 * Imports of files that a client sends: Apple Health exports. Owns the tables file_import and
 * file_import_fact, the folder imports of the data directory, the queue file_import.
 */
package io.tributary.healthimport;
