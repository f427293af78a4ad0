package io.tributary.provider.cronometer;

import static io.tributary.provider.VendorDocumentReader.assertFields;
import static io.tributary.provider.VendorDocumentReader.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.MealSummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SourcedSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.VendorDocumentReader;
import io.tributary.provider.document.DocumentSet;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Normalizes known vendor responses. Each test names a pitfall. */
class CronometerNormalizerTest {
  private static final UUID USER = new UUID(1, 1);

  private static AccountContext facts(String zone) {
    return new AccountContext(
        Optional.ofNullable(zone).map(ZoneId::of),
        Instant.parse("2026-02-20T23:30:00Z"),
        Optional.empty());
  }

  private static ObjectNode day() {
    return (ObjectNode) VendorDocumentReader.file("cronometer", "day");
  }

  private static JsonNode day(String asked, String answer) {
    return json("{\"asked_day\":\"%s\",\"answer\":%s}".formatted(asked, answer));
  }

  private static NormalizedBatch batch(AccountContext facts, JsonNode... days) {
    DocumentSet documents = new DocumentSet().markRead(CronometerDocumentKind.DIARY);
    for (JsonNode day : days) {
      documents.add(CronometerDocumentKind.DIARY, day);
    }
    return CronometerNormalizer.normalise(CronometerFeed.DIARY, documents, facts);
  }

  private static List<MealSummary> meals(NormalizedBatch batch) {
    return batch.summaries().stream().map(s -> (MealSummary) s.summary()).toList();
  }

  private static JsonNode content(NormalizedBatch batch, String name) {
    return batch.summaries().stream()
        .filter(s -> ((MealSummary) s.summary()).name().equals(name))
        .map(s -> json(s.content(USER)))
        .findFirst()
        .orElseThrow();
  }

  private static Sample one(NormalizedBatch batch, Resource resource) {
    List<Sample> all = batch.samples().stream().filter(s -> s.resource() == resource).toList();
    assertEquals(1, all.size());
    return all.getFirst();
  }

  @Test
  void aDayAndANameAreAMealAtMidnightOfTheFallbackZone() {
    NormalizedBatch batch = batch(facts("Europe/Berlin"), day());
    assertEquals(List.of(), batch.refused());
    assertEquals(
        List.of("Breakfast", "Dinner"), meals(batch).stream().map(MealSummary::name).toList());
    assertFields(
        """
        {"timestamp":"2026-03-01T23:00:00+00:00","calendar_date":"2026-03-02","name":"Breakfast",
         "energy":{"unit":"kcal","value":410},
         "macros":{"carbs":66,"protein":15,"alcohol":null,"water":null,"fibre":9,"sugar":null,
           "cholesterol":null,"fats":{"saturated":null,"monounsaturated":null,
             "polyunsaturated":null,"omega3":null,"omega6":null,"total":9}},
         "micros":{"minerals":{"sodium":120},"trace_elements":null,"vitamins":null}}
        """,
        content(batch, "Breakfast"));
    assertEquals(Set.of("Oats", "Milk"), meals(batch).getFirst().data().keySet());
    // Daily totals are not divided among meals.
    assertEquals(
        json("{\"magnesium\":300,\"potassium\":2500,\"sodium\":1780}"),
        content(batch, "Dinner").at("/micros/minerals"));
    assertEquals(
        Set.of("app"),
        Set.copyOf(batch.summaries().stream().map(s -> s.source().type().wire()).toList()));
  }

  @Test
  void waterIsOfTheDayInMillilitresAndCaffeineInGrams() {
    NormalizedBatch batch = batch(facts("Europe/Berlin"), day());
    Sample water = one(batch, Resource.WATER);
    assertEquals(2350, water.value());
    assertEquals(Instant.parse("2026-03-01T23:00:00Z"), water.at());
    assertEquals(Instant.parse("2026-03-02T23:00:00Z"), water.end());
    assertEquals(3600, water.offsetSeconds());
    assertEquals(0.19, one(batch, Resource.CAFFEINE).value(), 1e-12);
  }

  @Test
  void withoutAFallbackZoneItIsMidnightInUtcAndTheOffsetIsUnknown() {
    NormalizedBatch batch = batch(facts(null), day());
    assertEquals(Instant.parse("2026-03-02T00:00:00Z"), meals(batch).getFirst().timestamp());
    Sample water = one(batch, Resource.WATER);
    assertEquals(Instant.parse("2026-03-02T00:00:00Z"), water.at());
    assertEquals(null, water.offsetSeconds());
  }

  @Test
  void daysOnWhichClocksChangeHave23And25Hours() {
    String diary = "{\"nutrients\":{\"Water\":500}}";
    NormalizedBatch batch =
        batch(facts("Europe/Berlin"), day("2026-03-29", diary), day("2026-10-25", diary));
    List<Sample> water = batch.samples();
    assertEquals(Instant.parse("2026-03-28T23:00:00Z"), water.get(0).at());
    assertEquals(Instant.parse("2026-03-29T22:00:00Z"), water.get(0).end());
    assertEquals(Instant.parse("2026-10-24T22:00:00Z"), water.get(1).at());
    assertEquals(Instant.parse("2026-10-25T23:00:00Z"), water.get(1).end());
  }

  @Test
  void aMealKeepsItsIdWhenItsFiguresChangeAndWhenTheUserMoves() {
    SourcedSummary before = batch(facts("Europe/Berlin"), day()).summaries().getFirst();
    ObjectNode changed = day();
    ((ObjectNode) changed.at("/answer/foods/0/macros")).put("kcal", 460);
    SourcedSummary after = batch(facts("America/New_York"), changed).summaries().getFirst();
    assertEquals(before.id(USER), after.id(USER));
    assertNotEquals(before.content(USER), after.content(USER));
    assertEquals("2026-03-02:Breakfast", after.summary().providerKey());
  }

  @Test
  void theFiguresOfADayWithoutMealsAreOneMeal() {
    ObjectNode alone = day();
    ((ObjectNode) alone.path("answer")).putArray("foods");
    NormalizedBatch batch = batch(facts("Europe/Berlin"), alone);
    assertEquals(1, batch.summaries().size());
    JsonNode meal = content(batch, "day");
    assertFields(
        """
        {"calendar_date":"2026-03-02","energy":{"unit":"kcal","value":2010},
         "macros":{"carbs":230,"protein":110.5,"alcohol":0,"water":null,"fibre":31,
           "sugar":48,"cholesterol":null,"fats":{"saturated":22,"monounsaturated":25,
             "polyunsaturated":12.5,"omega3":null,"omega6":null,"total":70.1}},
         "micros":{
           "minerals":{"calcium":990,"iron":14,"magnesium":410,"phosphorus":1250,
             "potassium":3100,"sodium":1900,"zinc":10.5},
           "trace_elements":{"copper":1.2,"manganese":3.9,"selenium":61},
           "vitamins":{"folic_acid":402,"vitamin_b12":3.1,"vitamin_k":97}}}
        """,
        meal);
    assertEquals(2350, one(batch, Resource.WATER).value());
  }

  @Test
  void anEmptyDayIsNothing() {
    String empty =
        """
        {"day":"2026-03-02","completed":false,"food_grams":0,"foods":[],"metrics":[],
         "macros":{"kcal":0,"protein":0,"sodium":0},"nutrients":{"Energy":0,"Water":0,"Caffeine":0}}
        """;
    assertEquals(NormalizedBatch.empty(), batch(facts(null), day("2026-03-02", empty)));
    assertEquals(NormalizedBatch.empty(), batch(facts(null), day("2026-03-02", "{\"foods\":[]}")));
  }

  @Test
  void aNameThatIsListedTwiceIsOneMealWithAllOfBoth() {
    String twice =
        """
        {"foods":[{"name":"Lunch","foods":[{"name":"Soup"}],"macros":{"kcal":200,"protein":8}},
          {"name":"Lunch","foods":[{"name":"Bread"}],"macros":{"kcal":150,"fat":2}}]}
        """;
    List<MealSummary> meals = meals(batch(facts(null), day("2026-03-02", twice)));
    assertEquals(1, meals.size());
    assertEquals(350, meals.getFirst().energy().value());
    assertEquals(8, meals.getFirst().macros().protein());
    assertEquals(2, meals.getFirst().macros().fats().total());
    assertEquals(Set.of("Soup", "Bread"), meals.getFirst().data().keySet());
  }

  @Test
  void whatCannotBeReadCostsItselfOnly() {
    String odd =
        """
        {"foods":[{"foods":[{"name":"Tea"}],"macros":{"kcal":2}},
          {"name":"Lunch","macros":{"kcal":-3,"protein":"12","fat":4}}],
         "nutrients":{"Water":-5,"Caffeine":"90"}}
        """;
    NormalizedBatch batch = batch(facts(null), day("2026-03-02", odd));
    assertEquals(1, batch.refused().size());
    assertEquals(1, meals(batch).size());
    assertEquals(null, meals(batch).getFirst().energy());
    assertEquals(null, meals(batch).getFirst().macros().protein());
    assertEquals(4, meals(batch).getFirst().macros().fats().total());
    assertEquals(List.of(), batch.samples());
  }

  @Test
  void mealsWithoutNamesAreOneWithTheFiguresOfTheDayWhereNoOtherIs() {
    String nameless =
        """
        {"macros":{"kcal":700},"foods":[{"foods":[{"name":"Soup"}],"macros":{"kcal":700}},
          {"name":"Snacks","foods":[],"macros":{"kcal":0}}]}
        """;
    NormalizedBatch batch = batch(facts(null), day("2026-03-02", nameless));
    assertEquals(
        List.of("2026-03-02:"),
        batch.summaries().stream().map(CronometerNormalizerTest::key).toList());
    assertEquals(700, meals(batch).getFirst().energy().value());
    assertEquals(1, batch.refused().size());
  }

  private static String key(SourcedSummary meal) {
    return meal.summary().providerKey();
  }

  @Test
  void theDiaryOfAnotherDayIsNobodys() {
    ObjectNode other = day();
    other.put("asked_day", "2026-03-03");
    NormalizedBatch batch = batch(facts(null), other);
    assertEquals(List.of(), batch.summaries());
    assertEquals(List.of(), batch.samples());
    assertEquals(1, batch.refused().size());
  }
}
