package io.tributary.fhir;

import io.tributary.http.Call;
import io.tributary.http.Query;
import io.tributary.kernel.Cursor;
import io.tributary.kernel.InputFault;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the parameters of a search. Every fault is listed, with 400. A parameter that is not known
 * is passed over, unless the caller sent {@code Prefer: handling=strict}.
 */
final class SearchParameters {
  private static final Set<String> KNOWN =
      Set.of(
          "patient",
          "subject",
          "subject:Patient",
          "date",
          "code",
          "category",
          "_count",
          "_format",
          "_pretty",
          "cursor");
  private static final Set<String> FORMATS =
      Set.of("json", "application/json", "application/fhir+json", "text/json");
  private static final Pattern PATIENT =
      Pattern.compile("(?:(?:https?://[^?#]+/)?Patient/)?([0-9a-fA-F-]{36})");

  private final Call call;
  private final Query query;
  private final List<InputFault> faults = new ArrayList<>();
  private final StringBuilder self = new StringBuilder();

  private SearchParameters(Call call) {
    this.call = call;
    this.query = call.query();
  }

  /**
   * @param count observations of a page unless the caller says otherwise
   * @param most observations of a page, whatever the caller says
   */
  static ObservationSearch read(Call call, int count, int most) {
    return new SearchParameters(call).search(count, most);
  }

  private ObservationSearch search(int count, int most) {
    names();
    UUID user = user();
    self.append("patient=").append(user);
    When when = When.ALWAYS;
    for (String text : query.texts("date")) {
      Optional<When> narrowed = DateParameter.narrow(when, text);
      if (narrowed.isEmpty()) {
        fault("date", "not a date with a prefix that is served (eq ge gt le lt sa eb)");
      }
      when = narrowed.orElse(when);
      keep("date", text);
    }
    List<List<Token>> codes = tokens("code");
    List<List<Token>> categories = tokens("category");
    format();
    List<String> filters = List.of(self.toString());
    int size = Math.min(most, count(count));
    self.append("&_count=").append(size);
    Optional<List<String>> after = after(filters);
    if (!faults.isEmpty()) {
      throw new Refusal(Refusal.Reason.INVALID, Json.tree(faults), null);
    }
    return new ObservationSearch(
        user, when, codes, categories, size, after, filters, self.toString());
  }

  private void names() {
    String prefer = call.header("prefer");
    boolean strict = prefer != null && prefer.replace(" ", "").contains("handling=strict");
    for (String name : new java.util.TreeSet<>(call.request().params().names())) {
      if (KNOWN.contains(name)) {
        continue;
      }
      int end = name.indexOf(':') < 0 ? name.indexOf('.') : name.indexOf(':');
      if (end > 0 && KNOWN.contains(name.substring(0, end))) {
        fault(name, "modifiers and chains are not served");
      } else if (strict) {
        fault(name, "not a parameter of this search");
      }
    }
  }

  private UUID user() {
    Set<UUID> found = new java.util.HashSet<>();
    for (String name : List.of("patient", "subject", "subject:Patient")) {
      for (String text : query.texts(name)) {
        Matcher m = PATIENT.matcher(text);
        try {
          if (m.matches()) {
            found.add(UUID.fromString(m.group(1)));
            continue;
          }
        } catch (IllegalArgumentException e) {
          // named below
        }
        fault(name, "not the id of a Patient");
      }
    }
    if (found.size() > 1) {
      fault("patient", "one patient at a time");
    } else if (found.isEmpty() && faults.isEmpty()) {
      fault("patient", "required: say whose observations");
    }
    return found.isEmpty() ? new UUID(0, 0) : found.iterator().next();
  }

  private List<List<Token>> tokens(String name) {
    List<List<Token>> out = new ArrayList<>();
    for (String text : query.texts(name)) {
      List<Token> any = Token.list(text);
      if (any.isEmpty()) {
        fault(name, "not a code, or system|code");
      }
      out.add(any);
      keep(name, text);
    }
    return out;
  }

  private void format() {
    query
        .text("_format")
        .filter(f -> !FORMATS.contains(f.replace(' ', '+')))
        .ifPresent(f -> fault("_format", "only JSON is served"));
  }

  private int count(int fallback) {
    String text = query.text("_count").orElse(String.valueOf(fallback));
    if (!text.matches("[1-9]\\d{0,8}")) {
      fault("_count", "a whole number from 1 on; totals are not counted");
      return fallback;
    }
    return Integer.parseInt(text);
  }

  private Optional<List<String>> after(List<String> filters) {
    try {
      return Cursor.read(query.text("cursor").orElse(null), filters, 4);
    } catch (Refusal e) {
      fault("cursor", "not a cursor of this search");
      return Optional.empty();
    }
  }

  private void keep(String name, String text) {
    self.append('&')
        .append(name)
        .append('=')
        .append(URLEncoder.encode(text, StandardCharsets.UTF_8));
  }

  private void fault(String name, String msg) {
    faults.add(InputFault.query(name, msg, "value_error"));
  }
}
