/**
 * What a printed report says: types, bounds, interpretation, dates, and where its reading is
 * doubtful. Pure; owns no tables.
 */
package io.tributary.report.interpret;
