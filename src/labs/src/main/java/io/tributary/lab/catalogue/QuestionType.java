package io.tributary.lab.catalogue;

import java.util.Optional;

/** How a question is answered. */
public enum QuestionType {
  CHOICE,
  TEXT,
  NUMERIC,
  MULTI_CHOICE;

  /** As a lab's own file may spell it. */
  static Optional<QuestionType> ofFile(String word) {
    return WireEnum.read(
        QuestionType.class, "multiple_choice".equals(word) ? "multi_choice" : word);
  }

  boolean hasAnswers() {
    return this == CHOICE || this == MULTI_CHOICE;
  }
}
