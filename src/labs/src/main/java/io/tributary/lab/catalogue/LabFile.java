package io.tributary.lab.catalogue;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * File of one lab, as the operator writes it. src/docs/labs.md documents each field. Omitted fields
 * are null; {@link LabFileCheck} rejects those that are required.
 */
record LabFile(LabEntry lab, List<MarkerEntry> markers, List<TestEntry> labTests) {
  LabFile {
    markers = markers == null ? List.of() : List.copyOf(markers);
    labTests = labTests == null ? List.of() : List.copyOf(labTests);
  }

  private static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : List.copyOf(list);
  }

  record LabEntry(
      String slug,
      String name,
      String firstLineAddress,
      String city,
      String zipcode,
      List<String> collectionMethods,
      List<String> sampleTypes,
      String logoUrl,
      Boolean compendium,
      Boolean active,
      String network) {
    LabEntry {
      collectionMethods = orEmpty(collectionMethods);
      sampleTypes = orEmpty(sampleTypes);
      compendium = compendium != null && compendium;
      active = active == null || active;
    }
  }

  record MarkerEntry(
      String code,
      String name,
      String description,
      String type,
      String unit,
      String sampleType,
      String price,
      String priceNote,
      List<ModifierEntry> priceModifiers,
      Boolean aLaCarte,
      Boolean orderable,
      Boolean reflex,
      List<String> reflexes,
      Integer commonTatDays,
      Integer worstCaseTatDays,
      Double popularity,
      List<String> cptCodes,
      List<String> aliases,
      String loinc,
      List<ResultEntry> results,
      List<QuestionEntry> questions,
      List<String> insuredIn) {
    MarkerEntry {
      priceModifiers = orEmpty(priceModifiers);
      aLaCarte = aLaCarte == null || aLaCarte;
      orderable = orderable == null || orderable;
      reflex = reflex != null && reflex;
      reflexes = orEmpty(reflexes);
      popularity = popularity == null ? 0 : popularity;
      cptCodes = orEmpty(cptCodes);
      aliases = orEmpty(aliases);
      results = orEmpty(results);
      questions = orEmpty(questions);
    }

    /** Price in cents; empty when the file has N/A or no price. */
    Optional<Integer> minor() {
      return price == null || !price.matches(LabFileCheck.PRICE)
          ? Optional.empty()
          : Optional.of(Integer.valueOf(price.replace(".", "")));
    }
  }

  /**
   * @param delta cents, or a list of minimum and maximum
   */
  record ModifierEntry(Boolean reflex, List<String> states, JsonNode delta) {
    ModifierEntry {
      reflex = reflex != null && reflex;
      states = orEmpty(states);
    }
  }

  record ResultEntry(String code, String name, String loinc, Boolean required) {
    ResultEntry {
      required = required == null || required;
    }
  }

  record QuestionEntry(
      String code,
      String value,
      String type,
      Boolean required,
      Integer sequence,
      List<AnswerEntry> answers,
      String constraint,
      @JsonProperty("default") String fallback) {
    QuestionEntry {
      required = required != null && required;
      answers = orEmpty(answers);
    }
  }

  record AnswerEntry(String code, String value) {}

  record TestEntry(
      UUID id,
      String slug,
      String name,
      String description,
      String method,
      String sampleType,
      Boolean fasting,
      List<String> environments,
      List<String> codes) {
    TestEntry {
      fasting = fasting != null && fasting;
      environments = orEmpty(environments);
      codes = orEmpty(codes);
    }
  }
}
