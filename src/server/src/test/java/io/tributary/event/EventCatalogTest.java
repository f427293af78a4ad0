package io.tributary.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.model.Resource;
import io.tributary.testkit.EventSchemaValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks that the event catalog is complete and consistent. */
class EventCatalogTest {
  private final EventCatalog catalog = EventCatalog.shared();

  @Test
  void everyTypeIsDescribedAndNothingElse() {
    List<String> listed = catalog.types().stream().map(EventCatalog.Entry::eventType).toList();
    assertEquals(new ArrayList<>(EventTypes.allTypes()), listed);
    assertEquals(195, listed.size());
    assertTrue(catalog.schema("daily.data.hypnogram.created").isEmpty());
    assertTrue(catalog.example("raw.oura.sleep").isEmpty());
  }

  /**
   * Keys without the laboratory scope receive every other event type, new ones included, so each
   * prefix needs a decision.
   */
  @Test
  void noTypeHasABeginningOfWhichNobodyDecidedWhoMaySeeIt() {
    Set<String> others = Set.of("daily", "historical", "provider", "continuous_query", "message");
    List<String> undecided =
        EventTypes.allTypes().stream()
            .filter(t -> !EventTypes.isLaboratory(t))
            .filter(t -> !others.contains(t.substring(0, t.indexOf('.'))))
            .toList();
    assertEquals(List.of(), undecided);
    assertEquals(9, EventTypes.allTypes().stream().filter(EventTypes::isLaboratory).count());
  }

  @Test
  void everyFamilyIsOneThatFiltersTake() {
    for (EventCatalog.Entry e : catalog.types()) {
      String start = EventTypes.familyPrefix(e.family()).orElseThrow();
      assertTrue(e.eventType().startsWith(start), e.toString());
    }
  }

  @Test
  void everyExampleIsAsItsSchemaSays() {
    List<String> faults = new ArrayList<>();
    EventTypes.allTypes()
        .forEach(
            t -> faults.addAll(EventSchemaValidator.violations(catalog.event(t).orElseThrow())));
    assertEquals("", String.join("\n", faults));
  }

  @Test
  void anExampleHasEveryKeyThatItsSchemaNames() {
    for (String type : EventTypes.allTypes()) {
      JsonNode schema = catalog.schema(type).orElseThrow();
      JsonNode data = schema.at("/properties/data");
      JsonNode shape =
          data.has("$ref") ? schema.at(data.get("$ref").textValue().substring(1)) : data;
      TreeSet<String> named = new TreeSet<>();
      shape.path("properties").fieldNames().forEachRemaining(named::add);
      TreeSet<String> shown = new TreeSet<>();
      if (catalog.example(type).orElseThrow() instanceof ObjectNode example) {
        example.fieldNames().forEachRemaining(shown::add);
      }
      assertEquals(named, shown, type);
    }
  }

  @Test
  void aSchemaRefusesWhatIsNoSuchEvent() {
    ObjectNode event = catalog.event("daily.data.heartrate.created").orElseThrow();
    event.put("more", 1);
    assertFalse(EventSchemaValidator.violations(event).isEmpty());
    event.remove("more");
    assertEquals(List.of(), EventSchemaValidator.violations(event));
    ((ObjectNode) event.at("/data/data/0")).put("unit", "mmHg");
    assertFalse(EventSchemaValidator.violations(event).isEmpty());
    event = catalog.event("daily.data.sleep.updated").orElseThrow();
    ((ObjectNode) event.get("data")).remove("score");
    assertFalse(
        EventSchemaValidator.violations(event).isEmpty(), "a value that is not known is null");
  }

  @Test
  void aSampleHasTheUnitOfItsResource() {
    for (Resource r : Resource.values()) {
      if (r.isTimeseries()) {
        JsonNode example = catalog.example(EventTypes.created(r)).orElseThrow();
        assertEquals(r.unit(), example.at("/data/0/unit").asText());
        assertEquals(r.showsInterval(), example.at("/data/0").has("end"), r.wire());
      }
    }
  }

  @Test
  void anExampleCanBeOfATeamsOwnUser() {
    UUID team = UUID.randomUUID();
    UUID user = UUID.randomUUID();
    JsonNode order = catalog.example("labtest.order.created", team, user).orElseThrow();
    assertEquals(team.toString(), order.get("team_id").asText());
    assertEquals(user.toString(), order.get("user_id").asText());
    assertFalse(catalog.example("labtest.order.created").orElseThrow().equals(order));
  }
}
