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
  public record QuestionAnswer(int marker, long question, String answer) {}

  /**
   * Checks answers against the markers' questions and fills in the answers that have a default.
   *
   * @param fasting fasting state of the test: answers the fasting question unless an answer is
   *     given
   * @return all answers, the given ones first
   * @throws ServiceException 400 for unknown markers and questions, invalid answers and missing
   *     required ones
   */
  public static List<QuestionAnswer> complete(
      Collection<Marker> markers, List<QuestionAnswer> given, Optional<Boolean> fasting) {
    Map<Integer, Marker> known = byId(markers);
    Map<Long, List<String>> said = validatedAnswers(known, given);
    List<QuestionAnswer> out = new ArrayList<>(given);
    List<String> missing = new ArrayList<>();
    for (Marker m : known.values()) {
      for (Question q : m.questions()) {
        if (!said.containsKey(q.id())) {
          defaultAnswer(q, fasting)
              .ifPresentOrElse(
                  a -> out.add(new QuestionAnswer(m.id(), q.id(), a)),
                  () -> {
                    if (q.required()) {
                      missing.add(q.value());
                    }
                  });
        }
      }
    }
    if (!missing.isEmpty()) {
      throw ServiceException.badRequest(
          "Missing required questions - \"" + String.join("\", \"", missing) + "\"");
    }
    return List.copyOf(out);
  }

  /**
   * Checks answers like {@link #complete} but requires none. For imported orders, which the
   * laboratory has accepted already.
   *
   * @return the given answers
   * @throws ServiceException 400 for unknown markers and questions and for invalid answers
   */
  public static List<QuestionAnswer> validate(
      Collection<Marker> markers, List<QuestionAnswer> given) {
    validatedAnswers(byId(markers), given);
    return List.copyOf(given);
  }

  private static Map<Integer, Marker> byId(Collection<Marker> markers) {
    Map<Integer, Marker> out = new LinkedHashMap<>();
    markers.forEach(m -> out.put(m.id(), m));
    return out;
  }

  private static Map<Long, List<String>> validatedAnswers(
      Map<Integer, Marker> known, List<QuestionAnswer> given) {
    Map<Long, List<String>> out = new HashMap<>();
    for (QuestionAnswer g : given) {
      Question q = requireQuestion(known.get(g.marker()), g);
      List<String> before = out.computeIfAbsent(q.id(), k -> new ArrayList<>());
      checkAnswer(q, g.answer(), before);
      before.add(g.answer());
    }
    return out;
  }

  private static Question requireQuestion(Marker marker, QuestionAnswer g) {
    if (marker == null) {
      throw ServiceException.badRequest(
          "marker " + g.marker() + " of an answer is not part of the order");
    }
    return marker.questions().stream()
        .filter(q -> q.id() == g.question())
        .findFirst()
        .orElseThrow(
            () ->
                ServiceException.badRequest(
                    "marker " + g.marker() + " has no question " + g.question()));
  }

  private static void checkAnswer(Question q, String answer, List<String> before) {
    boolean fits =
        switch (q.type()) {
          case CHOICE, MULTI_CHOICE -> q.hasChoice(answer);
          case NUMERIC -> answer.strip().matches(NUMBER);
          case TEXT -> !answer.isBlank();
        };
    if (!fits) {
      throw ServiceException.badRequest(
          "the answer to \"" + q.value() + "\" is not valid for its question");
    }
    if (q.type() != QuestionType.MULTI_CHOICE && !before.isEmpty()
        || q.type() == QuestionType.MULTI_CHOICE && before.contains(answer)) {
      throw ServiceException.badRequest("\"" + q.value() + "\" is answered twice");
    }
  }

  private static Optional<String> defaultAnswer(Question q, Optional<Boolean> fasting) {
    if (q.code().equals(Question.FASTING) && fasting.isPresent()) {
      return Optional.of(fasting.get() ? "Y" : "N").filter(q::hasChoice);
    }
    return Optional.ofNullable(q.defaultAnswer());
  }
}
