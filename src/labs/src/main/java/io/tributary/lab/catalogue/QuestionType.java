package io.tributary.lab.catalogue;

import java.util.Optional;

/** Answer format of a question. */
public enum QuestionType {
  CHOICE,
  TEXT,
  NUMERIC,
  MULTI_CHOICE;

  /** Parses the spelling of a lab's file. */
  static Optional<QuestionType> parseFileSpelling(String word) {
    return WireEnum.parse(
        QuestionType.class, "multiple_choice".equals(word) ? "multi_choice" : word);
  }

  boolean hasChoices() {
    return this == CHOICE || this == MULTI_CHOICE;
  }
}
