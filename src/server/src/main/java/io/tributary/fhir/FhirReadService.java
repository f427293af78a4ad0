package io.tributary.fhir;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.model.Resource;
import io.tributary.read.SamplePosition;
import io.tributary.read.StoredSamples;
import io.tributary.read.UserSamples;
import io.tributary.read.UserSummaries;
import io.tributary.sampleblock.EpochMicros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads stored data and renders it as FHIR resources. Must run on virtual threads. */
final class FhirReadService {
  private static final String USER =
      "select client_user_id from app_user where id = $1 and team_id = $2 and environment = $3"
          + " and deleted_at is null";
  private static final String PROFILES =
      """
      select content ->> 'birth_date' as birth_date, content ->> 'gender' as gender, updated_at
        from summary where user_id = $1 and resource = 'profile'
       order by updated_at desc, id
      """;
  private static final String DEVICES =
      """
      select id, device_manufacturer, device_model from device
       where user_id = $1 and id = any ($2)
      """;

  /** Format: summary ID, hyphen, part. */
  private static final Pattern SUMMARY_ID =
      Pattern.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-[a-z0-9-]{1,27}");

  /** Upper limit for readings of one series at one instant. */
  private static final int MAX_AT_INSTANT = 1000;

  private final Db db;
  private final StoredSamples samples;
  private final UserSummaries summaries;
  private final ObservationPages pages;
  private final ObservationSource otherObservations;
  private final Supplier<FhirBaseUrl> urls;

  /**
   * @param otherObservations observations of another feature, returned after those of samples and
   *     summaries
   */
  FhirReadService(
      Db db, StoredSamples samples, ObservationSource more, Supplier<FhirBaseUrl> urls) {
    this.db = db;
    this.samples = samples;
    this.summaries = new UserSummaries(db);
    this.pages = new ObservationPages(samples, summaries);
    this.otherObservations = more;
    this.urls = urls;
  }

  /** Returns a page of observations as a bundle. */
  byte[] search(Tenant tenant, ObservationSearch search) {
    search.user().ifPresent(u -> requireUser(tenant, u, "Patient"));
    FhirBaseUrl at = urls.get();
    List<BundleEntry> entries = new ArrayList<>();
    Optional<List<String>> next = Optional.empty();
    if (search.ids().isEmpty()) {
      next = page(tenant, search, at, entries);
    } else {
      search.ids().forEach(id -> findOwn(tenant, id, search, at).ifPresent(entries::add));
      entries.addAll(otherObservations.read(tenant, search, at));
    }
    return BundleWriter.searchset(at, "Observation", search.paging(), next, entries);
  }

  private Optional<List<String>> page(
      Tenant tenant, ObservationSearch search, FhirBaseUrl at, List<BundleEntry> out) {
    Optional<List<String>> after = search.paging().after();
    if (after.filter(otherObservations::ownsPosition).isEmpty()) {
      ObservationPages.Page page = pages.page(search, at);
      ObservationWriter writer = writer(search.user().orElseThrow(), page.observations());
      page.observations().forEach(o -> out.add(entry(writer, o)));
      if (page.next().isPresent()) {
        return page.next();
      }
      after = Optional.empty();
    }
    ObservationSource.ObservationSlice found =
        otherObservations.page(tenant, search, at, search.paging().count() - out.size(), after);
    out.addAll(found.entries());
    return found.next();
  }

  private static BundleEntry entry(ObservationWriter writer, Observation o) {
    return new BundleEntry("Observation", o.id(), false, out -> writer.write(out, o));
  }

  /**
   * Returns one observation; 404 if it does not exist or its user does not belong to the tenant.
   */
  byte[] observation(Tenant tenant, String id) {
    ObservationSearch search = ObservationSearch.of(id);
    return findOwn(tenant, id, search, urls.get())
        .or(() -> otherObservations.read(tenant, search, urls.get()).stream().findFirst())
        .map(e -> FhirJson.object(e.fields()))
        .orElseThrow(() -> ServiceException.notFound("Observation"));
  }

  /** Finds the observation of a sample or summary by ID, if it matches the search. */
  private Optional<BundleEntry> findOwn(
      Tenant tenant, String id, ObservationSearch search, FhirBaseUrl at) {
    Optional<SamplePosition> sample = FhirSampleMapper.parsePosition(id);
    Matcher summary = SUMMARY_ID.matcher(id);
    List<Observation> near;
    Optional<UUID> user;
    if (sample.isPresent()) {
      user = UserSamples.owner(db, sample.get().series());
      near = user.map(u -> observationsAt(u, sample.get())).orElse(List.of());
    } else if (summary.matches()) {
      Optional<UserSummaries.PositionedSummary> found =
          summaries
              .find(UUID.fromString(summary.group(1)))
              .filter(p -> SummaryMapper.RESOURCES.contains(p.summary().resource()));
      user = found.map(p -> p.summary().userId());
      near = found.map(p -> SummaryMapper.observations(p.summary())).orElse(List.of());
    } else {
      return Optional.empty();
    }
    return user.filter(u -> search.user().isEmpty() || search.user().get().equals(u))
        .filter(u -> findUser(tenant, u).isPresent())
        .flatMap(
            u ->
                near.stream()
                    .filter(o -> o.id().equals(id) && search.matches(o, at))
                    .findFirst()
                    .map(o -> entry(writer(u, List.of(o)), o)));
  }

  private List<Observation> observationsAt(UUID user, SamplePosition place) {
    UserSamples own = samples.of(user);
    Resource resource = own.resource(place.series()).orElseThrow();
    Instant at = EpochMicros.instant(place.at());
    return own.page(resource, at, at, Optional.empty(), MAX_AT_INSTANT).stream()
        .map(FhirSampleMapper::observation)
        .toList();
  }

  private ObservationWriter writer(UUID user, List<Observation> observations) {
    UUID[] ids =
        observations.stream()
            .map(Observation::device)
            .filter(Objects::nonNull)
            .distinct()
            .toArray(UUID[]::new);
    Map<UUID, String> names = new HashMap<>();
    if (ids.length > 0) {
      db.query(DEVICES, user, ids)
          .forEach(
              row -> {
                String maker = row.getString("device_manufacturer");
                String model = row.getString("device_model");
                String name = (maker == null ? "" : maker) + " " + (model == null ? "" : model);
                names.put(row.getUUID("id"), name.strip());
              });
    }
    return new ObservationWriter(urls.get(), user, names);
  }

  /** Returns the patient with the customer's user ID and the data of the newest profiles. */
  byte[] patient(Tenant tenant, UUID user) {
    Optional<String> reference = requireUser(tenant, user, "Patient");
    String birth = null;
    String gender = null;
    Instant updated = null;
    for (var row : db.query(PROFILES, user)) {
      birth = birth == null ? row.getString("birth_date") : birth;
      gender = gender == null ? row.getString("gender") : gender;
      updated = updated == null ? RowMapping.instant(row, "updated_at") : updated;
    }
    String born = birth;
    String as = gender;
    Instant changed = updated;
    FhirBaseUrl at = urls.get();
    return FhirJson.object(
        out -> {
          out.writeStringField("resourceType", "Patient");
          out.writeStringField("id", user.toString());
          if (changed != null) {
            out.writeObjectFieldStart("meta");
            out.writeStringField("lastUpdated", FhirJson.time(changed, null));
            out.writeEndObject();
          }
          if (reference.isPresent()) {
            out.writeArrayFieldStart("identifier");
            out.writeStartObject();
            out.writeStringField("system", at.clientUserIdSystem());
            out.writeStringField("value", FhirJson.clean(reference.get()));
            out.writeEndObject();
            out.writeEndArray();
          }
          FhirJson.text(out, "gender", as);
          FhirJson.text(out, "birthDate", born);
        });
  }

  /**
   * Returns the customer's ID of the user, if any; 404 if the user does not belong to the tenant.
   */
  private Optional<String> requireUser(Tenant tenant, UUID user, String what) {
    return findUser(tenant, user).orElseThrow(() -> ServiceException.notFound(what));
  }

  private Optional<Optional<String>> findUser(Tenant tenant, UUID user) {
    return RowMapping.first(
        db.query(USER, user, tenant.team(), tenant.environment().wire()),
        row -> Optional.ofNullable(row.getString("client_user_id")).filter(r -> !r.isBlank()));
  }
}
