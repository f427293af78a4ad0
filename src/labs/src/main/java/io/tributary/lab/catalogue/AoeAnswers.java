package io.tributary.lab.catalogue;

import io.tributary.core.ServiceException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks and completes the answers to the questions that labs ask at order entry (AOE). */
public final class AoeAnswers {
  private static final String NUMBER = "[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)";

  private AoeAnswers() {}

  /** One answer to a question of a marker. A multiple-choice question may have several. */
  public record Given(int marker, long question, String answer) {}

  /**
   * Checks answers against the markers' questions and fills in the answers that have a default.
   *
   * @param fasting fasting state of the test: answers the fasting question unless an answer is
   *     given
   * @return all answers, the given ones first
   * @throws Refusal 400 for unknown markers and questions, invalid answers and missing required
   *     ones
   */
  public static List<Given> complete(
      Collection<Marker> markers, List<Given> given, Optional<Boolean> fasting) {
    Map<Integer, Marker> known = byId(markers);
    Map<Long, List<String>> said = said(known, given);
    List<Given> out = new ArrayList<>(given);
    List<String> missing = new ArrayList<>();
    for (Marker m : known.values()) {
      for (Question q : m.questions()) {
        if (!said.containsKey(q.id())) {
          fallback(q, fasting)
              .ifPresentOrElse(
                  a -> out.add(new Given(m.id(), q.id(), a)),
                  () -> {
                    if (q.required()) {
                      missing.add(q.value());
                    }
                  });
        }
      }
    }
    if (!missing.isEmpty()) {
      throw ServiceException.invalid(
          "Missing required questions - \"" + String.join("\", \"", missing) + "\"");
    }
    return List.copyOf(out);
  }

  /**
   * Checks answers like {@link #complete} but requires none. For imported orders, which the
   * laboratory has accepted already.
   *
   * @return the given answers
   * @throws Refusal 400 for unknown markers and questions and for invalid answers
   */
  public static List<Given> fitting(Collection<Marker> markers, List<Given> given) {
    said(byId(markers), given);
    return List.copyOf(given);
  }

  private static Map<Integer, Marker> byId(Collection<Marker> markers) {
    Map<Integer, Marker> out = new LinkedHashMap<>();
    markers.forEach(m -> out.put(m.id(), m));
    return out;
  }

  private static Map<Long, List<String>> said(Map<Integer, Marker> known, List<Given> given) {
    Map<Long, List<String>> out = new HashMap<>();
    for (Given g : given) {
      Question q = question(known.get(g.marker()), g);
      List<String> before = out.computeIfAbsent(q.id(), k -> new ArrayList<>());
      check(q, g.answer(), before);
      before.add(g.answer());
    }
    return out;
  }

  private static Question question(Marker marker, Given g) {
    if (marker == null) {
      throw ServiceException.invalid("marker " + g.marker() + " of an answer is not ordered");
    }
    return marker.questions().stream()
        .filter(q -> q.id() == g.question())
        .findFirst()
        .orElseThrow(
            () ->
                ServiceException.invalid(
                    "marker " + g.marker() + " has no question " + g.question()));
  }

  private static void check(Question q, String answer, List<String> before) {
    boolean fits =
        switch (q.type()) {
          case CHOICE, MULTI_CHOICE -> q.offers(answer);
          case NUMERIC -> answer.strip().matches(NUMBER);
          case TEXT -> !answer.isBlank();
        };
    if (!fits) {
      throw ServiceException.invalid(
          "the answer to \"" + q.value() + "\" does not fit its question");
    }
    if (q.type() != QuestionType.MULTI_CHOICE && !before.isEmpty()
        || q.type() == QuestionType.MULTI_CHOICE && before.contains(answer)) {
      throw ServiceException.invalid("\"" + q.value() + "\" is answered twice");
    }
  }

  private static Optional<String> fallback(Question q, Optional<Boolean> fasting) {
    if (q.code().equals(Question.FASTING) && fasting.isPresent()) {
      return Optional.of(fasting.get() ? "Y" : "N").filter(q::offers);
    }
    return Optional.ofNullable(q.fallback());
  }
}
