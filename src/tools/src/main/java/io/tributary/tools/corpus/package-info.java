/**
 * Synthetic lab reports for measuring the report parser. Reports of fictitious patients are drawn
 * in many layouts together with their ground truth, then printed, scanned, photographed and faxed.
 * The parser's results are compared with the ground truth and scored.
 *
 * <p>Layouts are split into those for tuning and held-out ones. The package owns no tables,
 * addresses or events. Start with {@link io.tributary.tools.corpus.ParseBench}.
 */
package io.tributary.tools.corpus;
