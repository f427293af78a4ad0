package io.tributary.provider.libre;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.AuthKind;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Mapping;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.Puller;
import io.tributary.provider.doc.DocMapping;
import io.tributary.provider.doc.DocNormaliser;
import io.tributary.provider.doc.FeedPuller;
import java.util.List;
import java.util.Optional;

/** LibreView, of one slug or the other; off until an operator turns it on. */
public final class LibreAdapter implements Adapter {
  static final String PATIENT = "abbott_libreview";
  static final String PRACTICE = "freestyle_libre";

  /** Goes up when the same documents give other records. */
  private static final int VERSION = 1;

  private static final int HISTORICAL_DAYS = 90;
  private static final List<LibreFeed> FEEDS = List.of(LibreFeed.values());

  private final Descriptor descriptor;
  private final PasswordLogin login;
  private final Puller puller;
  private final Mapping mapping;

  private LibreAdapter(Descriptor.Draft draft, PasswordLogin login, LibreSource source) {
    this.descriptor =
        draft
            .fixedDays(HISTORICAL_DAYS)
            .lookBackDays(LibreSource.LATE_DAYS)
            .privateApi()
            .resources(List.of(Resource.GLUCOSE))
            .feeds(FEEDS.stream().map(LibreFeed::feed).toList())
            .build();
    this.login = login;
    DocNormaliser<LibreFeed> normaliser = new LibreNormaliser(descriptor.slug());
    this.puller = new FeedPuller<>(FEEDS, source, normaliser, LibreRaws.RULES);
    this.mapping = new DocMapping<>(descriptor.slug(), VERSION, FEEDS, normaliser, LibreRules::of);
  }

  /** Of patients who type the password of their account. */
  public static LibreAdapter patient(ProviderHttp http) {
    return new LibreAdapter(
        Descriptor.of(PATIENT, "Abbott LibreView")
            .description("Glucose sensors, read from the patient account")
            .kind("provider")
            .auth(AuthKind.PASSWORD),
        new PatientLogin(http),
        LibreSource.ofPatients(http));
  }

  /** Of patients who share with a practice, known by their e-mail address. */
  public static LibreAdapter practice(ProviderHttp http) {
    return new LibreAdapter(
        Descriptor.of(PRACTICE, "Freestyle Libre")
            .description("Glucose sensors, shared with a practice")
            .auth(AuthKind.EMAIL),
        new PracticeLogin(http),
        LibreSource.ofPractice(http));
  }

  @Override
  public Descriptor descriptor() {
    return descriptor;
  }

  @Override
  public Optional<PasswordLogin> login() {
    return Optional.of(login);
  }

  @Override
  public Puller puller() {
    return puller;
  }

  @Override
  public Optional<Mapping> mapping() {
    return Optional.of(mapping);
  }
}
