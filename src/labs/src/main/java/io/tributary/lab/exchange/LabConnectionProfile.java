package io.tributary.lab.exchange;

import io.tributary.core.Environment;
import io.tributary.lab.protocol.hl7.Hl7Profile;
import io.tributary.lab.protocol.mllp.MllpClientOptions;
import io.tributary.lab.protocol.mllp.MllpServerOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How laboratories of one environment are reached.
 *
 * @param name of the link, which is part of keys and labels and must stay as it is
 * @param labs slugs; none = every laboratory
 * @param facilities how the laboratory of a message that came is told, where there are several
 * @param hl7 the dialect
 * @param to where orders go; only of {@code HL7V2}
 * @param at where results come in; empty = on the connection of the orders only
 * @param folders only of {@code FILES}
 * @param fhir only of {@code FHIR}
 * @param cancelRefused whether an order that the laboratory refuses is cancelled; else somebody
 *     looks at it
 */
public record LabConnectionProfile(
    String name,
    Kind kind,
    Environment environment,
    Set<String> labs,
    Map<String, String> facilities,
    Hl7Profile hl7,
    Optional<MllpClientOptions> to,
    Optional<MllpServerOptions> at,
    Optional<Folders> folders,
    Optional<FhirLink> fhir,
    boolean cancelRefused) {
  /** What carries the messages. */
  public enum Kind {
    /** The simulator of the sandbox, wherever it listens. */
    SIMULATOR,
    /** HL7 v2 over MLLP. */
    HL7V2,
    /** HL7 v2 in files that others carry. */
    FILES,
    /** FHIR R4 over HTTPS; of the sandbox to the simulator. */
    FHIR,
    /** A person: orders wait for him, results come by other ways. */
    MANUAL
  }

  /**
   * @param out orders are put here
   * @param in results are taken from here
   * @param done and put here when they are stored
   */
  public record Folders(Path out, Path in, Path done) {}

  /** The link of the sandbox. */
  public static final String SANDBOX = "sandbox";

  /** The sandbox's link to laboratories that speak FHIR there. */
  public static final String SANDBOX_FHIR = "sandbox-fhir";

  public LabConnectionProfile {
    labs = Set.copyOf(labs);
    facilities = Map.copyOf(facilities);
  }

  boolean serves(Environment wanted, String lab) {
    return environment == wanted && (labs.isEmpty() || labs.contains(lab));
  }

  /** The slug of the laboratory that calls itself so; empty when it cannot be told. */
  Optional<String> lab(String facility) {
    if (labs.size() == 1) {
      return Optional.of(labs.iterator().next());
    }
    String slug = facilities.getOrDefault(facility, facility);
    return labs.isEmpty() || labs.contains(slug) ? Optional.of(slug) : Optional.empty();
  }

  static Optional<LabConnectionProfile> of(
      List<LabConnectionProfile> all, Environment environment, String lab) {
    return all.stream().filter(l -> l.serves(environment, lab)).findFirst();
  }
}
