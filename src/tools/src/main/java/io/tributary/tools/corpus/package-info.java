/**
 * Laboratory reports that nobody ever had: drawn in many layouts with what stands on them as truth,
 * printed, scanned, photographed and faxed, and the reading of them scored. Owns no tables.
 */
package io.tributary.tools.corpus;
