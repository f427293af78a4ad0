/**
 * Checks of the project's own rules for names, comments, documents, modules and wire formats. The
 * checks read the sources of all modules from the repository root, so a violation anywhere in the
 * repository fails here.
 *
 * <p>Each rule counts its findings and compares the count with {@code rules/baseline.properties}. A
 * count above the baseline fails with the list of findings; a count below it fails until the
 * baseline is lowered, so that it can only fall. Golden files hold the wire formats: a difference
 * means that clients may notice the change. Run the package with {@code scripts/check-rules}.
 *
 * <p>Start with {@link io.tributary.rules.Rule}, the list of the counted rules.
 */
package io.tributary.rules;
