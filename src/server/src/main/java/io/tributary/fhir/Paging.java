package io.tributary.fhir;

import java.util.List;
import java.util.Optional;

/**
 * Requested page of a search.
 *
 * @param count maximum number of matches
 * @param after position of the previous page's last match; empty for the first page
 * @param filters values to which the cursor is bound
 * @param query the recognized parameters without cursor, URL-encoded
 */
public record Paging(int count, Optional<List<String>> after, List<String> filters, String query) {}
