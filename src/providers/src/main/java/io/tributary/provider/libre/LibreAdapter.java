package io.tributary.provider.libre;

import io.tributary.model.Resource;
import io.tributary.provider.Adapter;
import io.tributary.provider.AdapterBuilder;
import io.tributary.provider.AuthKind;
import io.tributary.provider.Descriptor;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.document.DocumentPipeline;
import java.util.List;

/** Adapters for LibreView, one per login method; off until an operator enables them. */
public final class LibreAdapter {
  static final String PATIENT = "abbott_libreview";
  static final String PRACTICE = "freestyle_libre";

  /** Version of the mapping; increment it when the same documents produce different records. */
  private static final int VERSION = 1;

  private static final int HISTORICAL_DAYS = 90;

  private LibreAdapter() {}

  /** Returns the adapter for patients who enter the password of their account. */
  public static Adapter patient(ProviderHttp http) {
    LibrePatientLogin login = new LibrePatientLogin(http);
    return of(
            PATIENT,
            Descriptor.of(PATIENT, "Abbott LibreView")
                .description("Glucose sensors, read from the patient account")
                .kind("provider")
                .auth(AuthKind.PASSWORD),
            login,
            LibreClient.ofPatients(http))
        .mfaCompleter(login)
        .build();
  }

  /**
   * Returns the adapter for patients who share data with a practice and are identified by e-mail.
   */
  public static Adapter practice(ProviderHttp http) {
    return of(
            PRACTICE,
            Descriptor.of(PRACTICE, "Freestyle Libre")
                .description("Glucose sensors, shared with a practice")
                .auth(AuthKind.EMAIL),
            new LibrePracticeLogin(http),
            LibreClient.ofPractice(http))
        .build();
  }

  private static AdapterBuilder.Draft of(
      String slug, Descriptor.Draft draft, PasswordLogin login, LibreClient source) {
    DocumentPipeline<LibreFeed> documents =
        new DocumentPipeline<>(
            slug,
            VERSION,
            List.of(LibreFeed.values()),
            new LibreNormalizer(slug),
            LibreDocuments.KEYS,
            LibreMapping::describe);
    Descriptor descriptor =
        draft
            .fixedDays(HISTORICAL_DAYS)
            .lookbackDays(LibreClient.LOOK_BACK_DAYS)
            .privateApi()
            .resources(List.of(Resource.GLUCOSE))
            .feeds(documents.descriptorFeeds())
            .build();
    return AdapterBuilder.of(descriptor)
        .puller(documents.puller(source))
        .passwordLogin(login)
        .documentMapper(documents.documentMapper());
  }
}
