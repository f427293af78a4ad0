package io.tributary.lab.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Validates the catalog that ships with the service. */
class ShippedCatalogueTest {
  private static final CatalogueFiles FILES =
      CatalogueFiles.read(Path.of(CatalogueTestNode.FOLDER));
  private static final Map<String, LoincFile.Entry> LOINC =
      LabFileRows.byCode(FILES.loinc().content());

  /** UCUM unit atoms used by the catalog. */
  private static final String ATOM =
      "([kmunpfd]?(g|mol|L|U|s|m)|[mu]?\\[IU]|mm\\[Hg]|mosm|h|min|%|10\\*[36]|\\[pH]|\\[[HL]PF]"
          + "|\\(24\\.h\\)|100|\\{[^{}]+})";

  private static final String UNIT = "(%s(\\{[^{}]+})?)?(/%s(\\{[^{}]+})?)*".formatted(ATOM, ATOM);

  private static List<LabFile> labs() {
    return FILES.labs().stream().map(CatalogueFiles.LoadedFile::content).toList();
  }

  @Test
  void thereAreSixLabsAndFourHundredMarkersAtLeast() {
    assertTrue(labs().size() >= 6);
    assertTrue(labs().stream().mapToInt(l -> l.markers().size()).sum() >= 400);
    assertTrue(labs().stream().anyMatch(l -> l.markers().size() >= 400));
    assertEquals(4, labs().stream().filter(l -> l.lab().compendium()).count());
  }

  @Test
  void everyLoincCodeHasItsCheckDigitANameAndAUnitOfUcum() {
    for (LoincFile.Entry e : LOINC.values()) {
      assertTrue(LoincFile.isValidCode(e.code()), e.code());
      assertTrue(e.name().length() > 2, e.code());
      if (e.unit() != null) {
        assertTrue(e.unit().matches(UNIT) && !e.unit().isEmpty(), e.code() + " " + e.unit());
      }
    }
    assertTrue(FILES.loinc().content().notice().contains("Regenstrief"));
  }

  @ParameterizedTest
  @CsvSource({
    "2345-7, true", "4548-4, true", "24323-8, true", "2345-8, false", "2354-7, false",
    "0-0, false", "-7, false", "2345, false", "12345678-1, false", "2345-, false"
  })
  void aCheckDigitFindsOneWrongOrTwoSwappedDigits(String code, boolean good) {
    assertEquals(good, LoincFile.isValidCode(code));
  }

  @Test
  void unitsOfMarkersAreThoseOfTheirResults() {
    for (LabFile lab : labs()) {
      for (LabFile.MarkerEntry m : lab.markers()) {
        if (m.unit() != null) {
          assertTrue(m.unit().matches(UNIT), m.name() + " " + m.unit());
          assertEquals(1, m.results().size(), m.name());
          String loinc = m.results().getFirst().loinc();
          if (loinc != null) {
            assertEquals(LOINC.get(loinc).unit(), m.unit(), m.name());
          }
        }
      }
    }
  }

  @Test
  void noLabHasANameOrAResultTwice() {
    for (LabFile lab : labs()) {
      Set<String> names = new HashSet<>();
      for (LabFile.MarkerEntry m : lab.markers()) {
        assertTrue(names.add(m.name().toLowerCase()), lab.lab().slug() + " " + m.name());
        Set<String> results = new HashSet<>();
        for (LabFile.ResultEntry r : m.results()) {
          if (r.loinc() != null) {
            assertTrue(results.add(r.loinc()), m.name() + " " + r.loinc());
          }
        }
      }
    }
  }

  @Test
  void aCodeOfALabMeansOneThing() {
    for (LabFile lab : labs()) {
      Map<String, String> meaning = new HashMap<>();
      for (LabFile.MarkerEntry m : lab.markers()) {
        for (LabFile.ResultEntry r : m.results()) {
          String now = String.valueOf(r.loinc());
          assertEquals(
              now, meaning.computeIfAbsent(r.code(), c -> now), lab.lab().slug() + r.code());
        }
      }
      for (LabFile.MarkerEntry m : lab.markers()) {
        if (m.type().equals("biomarker")) {
          assertEquals(1, m.results().size(), m.name());
          assertEquals(m.code(), m.results().getFirst().code(), m.name());
        } else {
          assertFalse(meaning.containsKey(m.code()), m.name() + " is no result");
        }
      }
    }
  }

  @Test
  void whatALabCollectsItSays() {
    for (LabFile lab : labs()) {
      for (LabFile.MarkerEntry m : lab.markers()) {
        assertTrue(lab.lab().sampleTypes().contains(m.sampleType()), m.name());
      }
      for (LabFile.TestEntry t : lab.labTests()) {
        assertTrue(lab.lab().sampleTypes().contains(t.sampleType()), t.slug());
      }
    }
  }

  /** Required components of panels by panel code, in every laboratory that offers the panel. */
  private static final Map<Set<String>, String> PANELS =
      Map.ofEntries(
          Map.entry(
              Set.of("57021-8"),
              "6690-2 789-8 718-7 4544-3 787-2 785-6 786-4 788-0 777-3 770-8 736-9 5905-5 713-8"
                  + " 706-2 751-8 731-0 742-7 711-2 704-7"),
          Map.entry(Set.of("58410-2"), "6690-2 789-8 718-7 4544-3 787-2 785-6 786-4 788-0 777-3"),
          Map.entry(
              Set.of("24323-8"),
              "2345-7 3094-0 2160-0 2951-2 2823-3 2075-0 2028-9 17861-6 2885-2 1751-7 1975-2"
                  + " 6768-6 1920-8 1742-6"),
          Map.entry(Set.of("24321-2"), "2345-7 3094-0 2160-0 2951-2 2823-3 2075-0 2028-9 17861-6"),
          Map.entry(Set.of("24326-1"), "2951-2 2823-3 2075-0 2028-9"),
          Map.entry(
              Set.of("24362-6"),
              "1751-7 17861-6 2028-9 2075-0 2160-0 2345-7 2777-1 2823-3 2951-2 3094-0"),
          Map.entry(Set.of("24325-3"), "1751-7 2885-2 1975-2 1968-7 6768-6 1920-8 1742-6"),
          Map.entry(Set.of("24331-1"), "2093-3 2571-8 2085-9 13457-7"),
          Map.entry(Set.of("57698-3"), "2093-3 2571-8 2085-9 18262-6"),
          Map.entry(Set.of("24348-5"), "3016-3 3024-7"),
          Map.entry(Set.of("50190-8"), "2498-4 2500-7 2502-3"),
          Map.entry(
              Set.of("24356-8"),
              "5778-6 5767-9 5811-5 5803-2 20454-5 25428-4 2514-8 5770-3 20405-7 5794-3 5799-2"
                  + " 5802-4 5821-4 13945-1 11277-1 5769-5"));

  @Test
  void panelsWithACodeOfTheirOwnMeasureWhatItStandsFor() {
    Set<String> seen = new TreeSet<>();
    for (LabFile lab : labs()) {
      for (LabFile.MarkerEntry m : lab.markers()) {
        if (m.type().equals("panel") && m.loinc() != null) {
          String members = PANELS.get(Set.of(m.loinc()));
          assertTrue(members != null, m.name() + " " + m.loinc());
          seen.add(m.loinc());
          assertEquals(
              new TreeSet<>(Set.of(members.split(" "))),
              new TreeSet<>(required(m)),
              lab.lab().slug() + " " + m.name());
        }
      }
    }
    assertEquals(PANELS.size(), seen.size());
  }

  private static Set<String> required(LabFile.MarkerEntry m) {
    return m.results().stream()
        .filter(LabFile.ResultEntry::required)
        .map(LabFile.ResultEntry::loinc)
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource({
    "'Hemoglobin A1c with Estimated Average Glucose', '4548-4 27353-2'",
    "'Thyroid Panel, Comprehensive', '3016-3 3024-7 3051-0 8099-4 8098-6'",
    "'Thyroid Antibodies Panel', '8099-4 8098-6'",
    "'Vitamin B12 and Folate', '2132-9 2284-8'",
    "'Vitamin Panel', '2923-1 1903-4 62292-8 1823-4 2132-9 2284-8 30552-4 32554-8'",
    "'Iron, TIBC and Ferritin Panel', '2498-4 2500-7 2502-3 2276-4'",
    "'FSH and LH', '15067-2 10501-5'",
    "'Testosterone, Free and Total', '2986-8 2991-8'",
    "'Acute Hepatitis Panel', '22314-9 5196-1 24113-3 13955-0'",
    "'Hepatitis B Triple Panel', '5196-1 10900-9 13952-7'",
    "'Prothrombin Time with INR', '5902-2 6301-6'",
    "'PSA, Free and Total', '2857-1 10886-0 12841-3'",
    "'Celiac Disease Panel', '31017-7 2458-8'",
    "'Free Light Chains', '36916-5 33944-0 48378-4'",
    "'Albumin/Creatinine Ratio, Urine', '14957-5 2161-8 9318-7'",
    "'Creatinine Clearance, 24 Hour', '2160-0 2162-6 2164-2'"
  })
  void otherPanelsMeasureWhatTheirNamesSay(String name, String members) {
    int labs = 0;
    for (LabFile lab : labs()) {
      for (LabFile.MarkerEntry m : lab.markers()) {
        if (m.name().equals(name)) {
          labs++;
          assertEquals(Set.of(members.split(" ")), required(m), lab.lab().slug());
        }
      }
    }
    assertTrue(labs > 0, name);
  }

  @Test
  void allergiesAreInTheCatalogueWithoutInventedCodes() {
    LabFile.MarkerEntry food =
        labs().stream()
            .flatMap(l -> l.markers().stream())
            .filter(m -> m.name().equals("Food Allergy Panel"))
            .findFirst()
            .orElseThrow();
    Set<String> coded = new HashSet<>(required(food));
    coded.remove(null);
    assertEquals(Set.of("19113-0"), coded);
    assertTrue(food.results().stream().anyMatch(r -> "Peanut IgE".equals(r.name())));
  }
}
