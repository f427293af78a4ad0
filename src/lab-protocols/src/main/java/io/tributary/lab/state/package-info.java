/**
 * What may become of a laboratory order: one table of moves per modality, the high-level status,
 * who may do what when, and which moves are announced. Pure values and functions. Owns no table,
 * address or event.
 */
package io.tributary.lab.state;
