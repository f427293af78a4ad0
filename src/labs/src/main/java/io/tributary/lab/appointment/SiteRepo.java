package io.tributary.lab.appointment;

import io.tributary.db.Rows;
import io.tributary.db.Tx;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads sites, zip codes and service areas. */
final class SiteRepo {
  private static final String ZIP = "select * from zip_place where zip = $1";
  private static final String NEAR =
      Site.COLUMNS + " where active and lab_id = $1 and lat between $2 and $3";
  private static final String BY_CODE = Site.COLUMNS + " where lab_id = $1 and code = $2";
  private static final String AREAS =
      """
      select provider, service, price_minor from phlebotomy_area where zip = $1
       order by provider, service
      """;
  private static final String LABS =
      """
      select l.id, l.slug, s.confirmation, exists (select 1 from lab_site t where t.lab_id = l.id
                                                    and t.active) as sites
        from lab l left join lab_scheduling s on s.lab_id = l.id where l.active order by l.id
      """;

  private SiteRepo() {}

  /**
   * A laboratory with its scheduling data.
   *
   * @param confirmation empty: its sites cannot be booked
   */
  record LabPlaces(int id, String slug, Optional<Confirmation> confirmation, boolean sites) {}

  /** A provider that visits patients in a zip code. */
  record Visitor(String provider, String service, int price) {
    static final String READY = "appointment-ready";
    static final String REQUEST = "appointment-request";
  }

  record Near(Site site, double miles) {}

  static Optional<ZipCentroid> zip(Tx tx, String zip) {
    return tx.first(ZIP, zip.length() > 5 ? zip.substring(0, 5) : zip).map(ZipCentroid::read);
  }

  /** Sites within the radius, nearest first. */
  static List<Near> near(Tx tx, int lab, ZipCentroid from, int radius) {
    double d = Geo.degrees(radius);
    return Rows.list(tx.query(NEAR, lab, from.lat() - d, from.lat() + d), Site::read).stream()
        .map(s -> new Near(s, Geo.miles(from.lat(), from.lng(), s.lat(), s.lng())))
        .filter(n -> n.miles() <= radius)
        .sorted(Comparator.comparingDouble(Near::miles).thenComparing(n -> n.site().code()))
        .toList();
  }

  static Optional<Site> site(Tx tx, int lab, String code) {
    return tx.first(BY_CODE, lab, code).map(Site::read);
  }

  static List<Visitor> visitors(Tx tx, String zip) {
    return Rows.list(
        tx.query(AREAS, zip.length() > 5 ? zip.substring(0, 5) : zip),
        r ->
            new Visitor(
                r.getString("provider"), r.getString("service"), r.getInteger("price_minor")));
  }

  static List<LabPlaces> labs(Tx tx) {
    return Rows.list(
        tx.query(LABS),
        r ->
            new LabPlaces(
                r.getInteger("id"),
                r.getString("slug"),
                Optional.ofNullable(r.getString("confirmation")).map(Confirmation::of),
                r.getBoolean("sites")));
  }

  static Optional<LabPlaces> lab(Tx tx, int id) {
    return labs(tx).stream().filter(l -> l.id() == id).findFirst();
  }
}
