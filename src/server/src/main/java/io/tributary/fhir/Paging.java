package io.tributary.fhir;

import java.util.List;
import java.util.Optional;

/**
 * Which page of a search is wanted.
 *
 * @param count most matches of the page
 * @param after position of the last match of the page before; empty = the first page
 * @param filters what a cursor belongs to
 * @param query the parameters as understood, without cursor, ready for a URL
 */
public record Paging(int count, Optional<List<String>> after, List<String> filters, String query) {}
