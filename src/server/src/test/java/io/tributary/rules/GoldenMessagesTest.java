package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.tributary.core.Json;
import io.tributary.lab.protocol.LabOrder;
import io.tributary.lab.protocol.LabOrder.OrderAction;
import io.tributary.lab.protocol.fhir.FhirProfile;
import io.tributary.lab.protocol.fhir.OrderBundle;
import io.tributary.lab.protocol.hl7.Hl7Profile.Format;
import io.tributary.lab.protocol.hl7.Hl7TestOrders;
import io.tributary.lab.protocol.hl7.OrderWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares lab orders with the golden messages that laboratories have accepted. The golden vector
 * of webhook signatures is in {@code WebhookSignerTest}.
 */
class GoldenMessagesTest {
  private static final Path GOLDEN = Path.of("src/server/src/test/resources/golden");
  private static final String ADVICE =
      "Laboratories parse this message. Undo the change, or agree on it with the laboratories and"
          + " replace the golden file in the same commit: ";

  private static LabOrder order() {
    return Hl7TestOrders.order(OrderAction.PLACE, true, List.of("line one", "line & two"));
  }

  private static String golden(String name) throws IOException {
    return Files.readString(GOLDEN.resolve(name));
  }

  /** Segments end in carriage returns; the file has a line per segment instead. */
  @ParameterizedTest
  @EnumSource(Format.class)
  void theHl7OrderIsUnchanged(Format format) throws IOException {
    byte[] message =
        new OrderWriter(Hl7TestOrders.profile(format)).write(order(), "M1", Hl7TestOrders.NOW);
    String name = "order-" + format.name().toLowerCase(Locale.ROOT) + ".hl7";
    assertEquals(
        golden(name),
        new String(message, StandardCharsets.UTF_8).replace('\r', '\n'),
        ADVICE + name);
  }

  /** Compares members in their order; the file is indented for readers. */
  @Test
  void theFhirOrderIsUnchanged() throws IOException {
    FhirProfile profile =
        new FhirProfile(
            "https://tributary.example.com/lab",
            "https://lab.example.com/codes",
            "fernholt",
            true,
            ZoneOffset.UTC,
            Map.of());
    byte[] bundle = new OrderBundle(profile).write(order(), "M1", Hl7TestOrders.NOW);
    String text = new String(bundle, StandardCharsets.UTF_8);
    assertEquals(
        golden("order-bundle.fhir.json"),
        Json.parse(text).toPrettyString() + "\n",
        ADVICE + "order-bundle.fhir.json");
  }

  @Test
  void aPlantedChangeIsFound() throws IOException {
    LabOrder changed = Hl7TestOrders.order(OrderAction.PLACE, false, List.of());
    byte[] message =
        new OrderWriter(Hl7TestOrders.profile(Format.OML_O21))
            .write(changed, "M1", Hl7TestOrders.NOW);
    String text = new String(message, StandardCharsets.UTF_8).replace('\r', '\n');
    assertNotEquals(golden("order-oml_o21.hl7"), text);
  }
}
