/**
 * Words every feature shares: ids, refusals, JSON, time, secrets, paging, ports kept. Owns no
 * table, address or event and imports nothing of the project.
 */
package io.tributary.core;
