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
 * Connection to the laboratories of one environment.
 *
 * @param name name of the link; part of keys and labels, so it must not change
 * @param labSlugs slugs; empty = every laboratory
 * @param facilities maps the sending facility to a laboratory, where a link serves several
 * @param hl7 the dialect
 * @param orderTarget target of orders; only for {@code HL7V2}
 * @param resultListener listener for results; empty = results arrive on the connection of the
 *     orders only
 * @param folders only for {@code FILES}
 * @param fhir only for {@code FHIR}
 * @param cancelRefused whether an order that the laboratory refuses is canceled; otherwise it is
 *     parked for an operator
 */
public record LabConnectionProfile(
    String name,
    LabTransportKind kind,
    Environment environment,
    Set<String> labSlugs,
    Map<String, String> facilities,
    Hl7Profile hl7,
    Optional<MllpClientOptions> orderTarget,
    Optional<MllpServerOptions> resultListener,
    Optional<Folders> folders,
    Optional<FhirLink> fhir,
    boolean cancelRefused) {
  /** Transport of the messages. */
  public enum LabTransportKind {
    /** Simulator of the sandbox; its address is looked up. */
    SIMULATOR,
    HL7V2,
    /** HL7 v2 in files that another system transfers. */
    FILES,
    /** FHIR R4 over HTTPS; in the sandbox to the simulator. */
    FHIR,
    /** Manual: orders wait for an operator, results arrive out of band. */
    MANUAL
  }

  /**
   * @param out folder for outgoing orders
   * @param in folder for incoming results
   * @param done folder for results after they are stored
   */
  public record Folders(Path out, Path in, Path done) {}

  /** Name of the sandbox's link. */
  public static final String SANDBOX = "sandbox";

  /** Name of the sandbox's link to the laboratories that use FHIR there. */
  public static final String SANDBOX_FHIR = "sandbox-fhir";

  public LabConnectionProfile {
    labSlugs = Set.copyOf(labSlugs);
    facilities = Map.copyOf(facilities);
  }

  boolean serves(Environment wanted, String lab) {
    return environment == wanted && (labSlugs.isEmpty() || labSlugs.contains(lab));
  }

  /**
   * Returns the slug of the laboratory with this facility name; empty when it cannot be determined.
   */
  Optional<String> labOfFacility(String facility) {
    if (labSlugs.size() == 1) {
      return Optional.of(labSlugs.iterator().next());
    }
    String slug = facilities.getOrDefault(facility, facility);
    return labSlugs.isEmpty() || labSlugs.contains(slug) ? Optional.of(slug) : Optional.empty();
  }

  static Optional<LabConnectionProfile> find(
      List<LabConnectionProfile> all, Environment environment, String lab) {
    return all.stream().filter(l -> l.serves(environment, lab)).findFirst();
  }
}
