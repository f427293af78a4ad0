package io.tributary.lab.protocol.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.lab.protocol.hl7.AckPolicy.NextStep;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Classified response of a laboratory to a FHIR order. An OperationOutcome with a 4xx status is the
 * laboratory's verdict on the order. A status without an OperationOutcome may come from a proxy in
 * between.
 *
 * @param rejected whether the laboratory rejected the order itself; false means a fault of the
 *     connection or of an intermediary
 * @param affectsAllOrders whether the fault affects every order to this laboratory, such as
 *     rejected credentials or rate limiting
 * @param error status and issue types; contains no text of the laboratory
 */
public record FhirOrderResponse(
    NextStep next, boolean rejected, boolean affectsAllOrders, String error) {
  private static final Set<String> TRANSIENT_ISSUES =
      Set.of("transient", "lock-error", "no-store", "timeout", "incomplete", "throttled");
  private static final Set<String> AUTH_ISSUES =
      Set.of("login", "expired", "forbidden", "security", "unknown", "suppressed");

  /** Classifies an HTTP status and the response body. */
  public static FhirOrderResponse read(int status, byte[] body) {
    JsonNode said = parse(body);
    Set<String> issues = issues(said);
    String error = error(status, issues);
    if (status / 100 == 2) {
      return classifySuccess(said, issues);
    }
    if (status == 429 || status == 503 || status == 401 || status == 403 || status == 407) {
      return new FhirOrderResponse(NextStep.RESEND, false, true, error);
    }
    if (status / 100 == 5 || status == 408 || status == 425) {
      return new FhirOrderResponse(NextStep.RESEND, false, false, error);
    }
    if (issues.stream().anyMatch(TRANSIENT_ISSUES::contains)) {
      return new FhirOrderResponse(NextStep.RESEND, false, false, error);
    }
    if (!issues.isEmpty() && issues.stream().allMatch(AUTH_ISSUES::contains)) {
      return new FhirOrderResponse(NextStep.RESEND, false, true, error);
    }
    boolean theirs = status / 100 == 4 && !issues.isEmpty();
    return new FhirOrderResponse(NextStep.PARK, theirs, false, error);
  }

  /**
   * Classifies a 2xx response. Some servers process a transaction entry by entry and report a
   * status for each.
   */
  private static FhirOrderResponse classifySuccess(JsonNode said, Set<String> issues) {
    Set<String> wrong = new TreeSet<>();
    boolean passing = false;
    for (JsonNode entry : said.path("entry")) {
      String status = ResourceReader.text(entry.path("response"), "status");
      if (status.startsWith("4") || status.startsWith("5")) {
        wrong.add(status.length() > 3 ? status.substring(0, 3) : status);
        wrong.addAll(issues(entry.path("response").path("outcome")));
        passing |= status.startsWith("5") || status.startsWith("429");
      }
    }
    if (wrong.isEmpty()) {
      return new FhirOrderResponse(NextStep.DELIVERED, false, false, "");
    }
    String error = String.join(",", wrong);
    return new FhirOrderResponse(passing ? NextStep.RESEND : NextStep.PARK, !passing, false, error);
  }

  private static Set<String> issues(JsonNode outcome) {
    Set<String> out = new LinkedHashSet<>();
    if (BundleIndex.type(outcome).equals("OperationOutcome")) {
      for (JsonNode issue : outcome.path("issue")) {
        String code = ResourceReader.text(issue, "code");
        if (code.matches("[a-z-]{1,20}")
            && !Set.of("information", "warning").contains(ResourceReader.text(issue, "severity"))) {
          out.add(code);
        }
      }
    }
    return out;
  }

  private static String error(int status, Set<String> issues) {
    return issues.isEmpty() ? String.valueOf(status) : status + "," + String.join(",", issues);
  }

  /**
   * Returns the relative, version-less references of the ServiceRequests that the server created.
   */
  public static List<String> createdRequests(byte[] body) {
    Set<String> out = new LinkedHashSet<>();
    for (JsonNode entry : parse(body).path("entry")) {
      String where = ResourceReader.text(entry.path("response"), "location");
      String plain = where.replaceAll("/_history/.*$", "");
      int at = plain.lastIndexOf("ServiceRequest/");
      if (at >= 0 && plain.substring(at).matches("ServiceRequest/[A-Za-z0-9.-]{1,64}")) {
        out.add(plain.substring(at));
      }
    }
    return List.copyOf(out);
  }

  /** Parses the body; returns an empty object if it is not JSON. */
  private static JsonNode parse(byte[] body) {
    try {
      return body.length == 0 ? Json.object() : Json.parse(body);
    } catch (IllegalArgumentException e) {
      return Json.object();
    }
  }
}
