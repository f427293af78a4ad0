/**
 * Ends and erases what is past its time: one actor in the cluster, "task:housekeeping", that runs
 * small steps which may be repeated. Owns no table; deletes old rows of the others.
 */
package io.tributary.maintenance;
