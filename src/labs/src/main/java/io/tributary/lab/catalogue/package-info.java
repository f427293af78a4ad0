/**
 * Catalogue of laboratory tests: labs, markers, questions, prices, the tests composed of markers,
 * and the conversion of codes between labs.
 *
 * <p>Owns the tables {@code lab}, {@code lab_test*}, {@code lab_catalogue_file}, {@code loinc} and
 * {@code marker*} and the bus address {@code lab_test.command}. The content comes from files in the
 * catalogue folder, which {@link io.tributary.lab.catalogue.CatalogueLoader} stores when a node
 * starts. Teams compose tests of their own; orders resolve their content through {@link
 * io.tributary.lab.catalogue.OrderedTests}.
 *
 * <p>Start with {@link io.tributary.lab.catalogue.Catalogue}.
 */
package io.tributary.lab.catalogue;
