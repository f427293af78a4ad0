package io.tributary.fhir;

import io.tributary.core.Cursor;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads search parameters and reports all errors with 400. Unknown parameters are ignored unless
 * the client sends {@code Prefer: handling=strict}.
 */
public final class SearchParameters {
  /** Maximum number of IDs per search. */
  private static final int MAX_IDS = 50;

  private static final List<String> COMMON =
      List.of(
          "patient", "subject", "subject:Patient", "_id", "_count", "_format", "_pretty", "cursor");
  private static final Set<String> FORMATS =
      Set.of("json", "application/json", "application/fhir+json", "text/json");
  private static final Pattern PATIENT =
      Pattern.compile("(?:(?:https?://[^?#]+/)?Patient/)?([0-9a-fA-F-]{36})");

  private final RequestContext call;
  private final QueryParameters query;
  private final List<FieldError> faults = new ArrayList<>();
  private final StringBuilder canonicalQuery = new StringBuilder();
  private int idCount;

  /**
   * @param own parameters of this search in addition to the common ones
   */
  public SearchParameters(RequestContext call, Collection<String> own) {
    this.call = call;
    this.query = call.query();
    Set<String> known = new TreeSet<>(COMMON);
    known.addAll(own);
    checkNames(known);
  }

  /** Returns the patient; its absence is an error. */
  UUID patient(String what) {
    int before = faults.size();
    Optional<UUID> found = patient();
    if (found.isEmpty() && faults.size() == before) {
      fault("patient", "required: the patient of the " + what);
    }
    return found.orElse(new UUID(0, 0));
  }

  /** Returns the requested time range of the observations' start. */
  public DateRangeFilter date(String name) {
    DateRangeFilter when = DateRangeFilter.ALWAYS;
    for (String text : query.texts(name)) {
      Optional<DateRangeFilter> narrowed = DateParameter.narrow(when, text);
      if (narrowed.isEmpty()) {
        fault(name, "not a date with a supported prefix (eq ge gt le lt sa eb)");
      }
      when = narrowed.orElse(when);
      addToQuery(name, text);
    }
    return when;
  }

  /** Returns the requested IDs; empty for any. */
  public Set<String> ids() {
    Set<String> out = new LinkedHashSet<>();
    for (String text : query.texts("_id")) {
      out.addAll(List.of(text.split(",", -1)));
      addToQuery("_id", text);
    }
    if (out.size() > MAX_IDS) {
      fault("_id", "at most " + MAX_IDS);
    }
    idCount = out.size();
    return out;
  }

  /**
   * Returns the requested page. Must be called last, because it fails if any parameter is invalid.
   */
  public Paging paging(int fallback, int most) {
    checkFormat();
    List<String> filters = List.of(canonicalQuery.toString());
    int size = Math.min(most, count(fallback));
    if (idCount > size) {
      fault("_count", "must be at least the number of ids, because they are returned on one page");
    }
    canonicalQuery.append(canonicalQuery.isEmpty() ? "" : "&").append("_count=").append(size);
    Optional<List<String>> after = after(filters);
    if (!faults.isEmpty()) {
      throw new ServiceException(ServiceException.Reason.INVALID, Json.tree(faults), null);
    }
    return new Paging(size, after, filters, canonicalQuery.toString());
  }

  private void checkNames(Set<String> known) {
    String prefer = call.header("prefer");
    boolean strict = prefer != null && prefer.replace(" ", "").contains("handling=strict");
    for (String name : new TreeSet<>(call.request().params().names())) {
      if (known.contains(name)) {
        continue;
      }
      int end = name.indexOf(':') < 0 ? name.indexOf('.') : name.indexOf(':');
      if (end > 0 && known.contains(name.substring(0, end))) {
        fault(name, "modifiers and chains are not supported");
      } else if (strict) {
        fault(name, "not a parameter of this search");
      }
    }
  }

  /** Returns the patient if given. */
  public Optional<UUID> patient() {
    Set<UUID> found = new HashSet<>();
    for (String name : List.of("patient", "subject", "subject:Patient")) {
      for (String text : query.texts(name)) {
        Matcher m = PATIENT.matcher(text);
        try {
          if (m.matches()) {
            found.add(UUID.fromString(m.group(1)));
            continue;
          }
        } catch (IllegalArgumentException e) {
          // Reported below.
        }
        fault(name, "not the id of a Patient");
      }
    }
    if (found.size() > 1) {
      fault("patient", "one patient at a time");
    }
    Optional<UUID> one = found.stream().findFirst();
    one.ifPresent(user -> addToQuery("patient", user.toString()));
    return one;
  }

  /** Returns the token lists, each of which must match with one alternative. */
  public List<List<TokenParameter>> tokens(String name) {
    List<List<TokenParameter>> out = new ArrayList<>();
    for (String text : query.texts(name)) {
      List<TokenParameter> any = TokenParameter.parseList(text);
      if (any.isEmpty()) {
        fault(name, "not a code or system|code");
      }
      out.add(any);
      addToQuery(name, text);
    }
    return out;
  }

  private void checkFormat() {
    query
        .text("_format")
        .filter(f -> !FORMATS.contains(f.replace(' ', '+')))
        .ifPresent(f -> fault("_format", "only JSON is supported"));
  }

  private int count(int fallback) {
    String text = query.text("_count").orElse(String.valueOf(fallback));
    if (!text.matches("[1-9]\\d{0,8}")) {
      fault("_count", "must be a whole number of at least 1; totals are not counted");
      return fallback;
    }
    return Integer.parseInt(text);
  }

  private Optional<List<String>> after(List<String> filters) {
    try {
      return Cursor.decode(query.text("cursor").orElse(null), filters, 4);
    } catch (ServiceException e) {
      fault("cursor", "not a cursor of this search");
      return Optional.empty();
    }
  }

  /** Adds a parameter to the values that the cursor is bound to and to the links. */
  public void addToQuery(String name, String text) {
    canonicalQuery
        .append(canonicalQuery.isEmpty() ? "" : "&")
        .append(name)
        .append('=')
        .append(URLEncoder.encode(text, StandardCharsets.UTF_8));
  }

  /** Records an error for a parameter. */
  public void fault(String name, String msg) {
    faults.add(FieldError.query(name, msg, "value_error"));
  }
}
