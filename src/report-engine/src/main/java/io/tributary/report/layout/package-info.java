/**
 * Finds the results of a report from the positions of its words.
 *
 * <p>Groups words into lines, detects table headings and columns, assembles rows, and reads patient
 * and laboratory data from labels and letterhead. Output is a {@link
 * io.tributary.report.page.RawReport} with texts as printed. All functions are pure and read only
 * their word lists; the package owns no tables. Start with {@link
 * io.tributary.report.layout.ReportLayoutParser}.
 */
package io.tributary.report.layout;
