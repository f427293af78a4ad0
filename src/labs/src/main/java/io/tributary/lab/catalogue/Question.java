package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.List;

/**
 * A question that a lab asks with an order.
 *
 * @param answers choices; empty for texts and numbers
 * @param constraint format of a free answer, for humans; null = none
 * @param defaultAnswer default answer; null = none
 */
public record Question(
    long id,
    String code,
    String value,
    QuestionType type,
    boolean required,
    int sequence,
    List<Answer> answers,
    String constraint,
    String defaultAnswer) {
  /** Code of the question whether the patient fasts, which the test itself can answer. */
  public static final String FASTING = "FSTING";

  public Question {
    answers = List.copyOf(answers);
  }

  public record Answer(int id, String code, String value) {}

  boolean hasChoice(String answer) {
    return answers.stream().anyMatch(a -> a.code().equals(answer));
  }

  ObjectNode json() {
    ObjectNode out =
        Json.object()
            .put("id", id)
            .put("required", required)
            .put("code", code)
            .put("value", value)
            .put("type", WireEnum.wireName(type))
            .put("sequence", sequence);
    ArrayNode list = out.putArray("answers");
    for (Answer a : answers) {
      list.addObject().put("id", a.id()).put("code", a.code()).put("value", a.value());
    }
    return out.put("constraint", constraint).put("default", defaultAnswer);
  }
}
