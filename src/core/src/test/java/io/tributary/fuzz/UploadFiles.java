package io.tributary.fuzz;

import java.util.LinkedHashMap;
import java.util.Map;

/** Valid upload files, and hostile ones. */
final class UploadFiles {
  static final String GPX =
      """
      <?xml version="1.0"?>
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
       <trk><type>running</type><trkseg>
        <trkpt lat="48.1" lon="11.5"><ele>500</ele><time>2026-03-03T06:00:00Z</time></trkpt>
        <trkpt lat="48.101" lon="11.5"><ele>501</ele><time>2026-03-03T06:00:30Z</time></trkpt>
        <trkpt lat="48.102" lon="11.5"><ele>503</ele><time>2026-03-03T06:01:00Z</time></trkpt>
       </trkseg></trk></gpx>
      """;
  static final String EXPORT =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US"><ExportDate value="2026-03-05 10:00:00 +0000"/>
       <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min"
        creationDate="2026-03-04 10:00:00 +0000" startDate="2026-03-04 10:00:00 +0000"
        endDate="2026-03-04 10:00:00 +0000" value="61"/>
      </HealthData>
      """;

  private UploadFiles() {}

  /** Returns hostile files: malformed ones and ones with external references. */
  static Map<String, byte[]> hostileFiles() {
    Map<String, byte[]> out = new LinkedHashMap<>();
    out.put("empty", new byte[0]);
    out.put("text", InvalidValues.bytes("hello"));
    out.put("NULs", new byte[5000]);
    out.put("zip of nothing", new byte[] {'P', 'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0});
    out.put("begun zip", new byte[] {'P', 'K', 3, 4, 20, 0, 0, 0, 8, 0, 1, 2, 3});
    byte[] fit = new byte[64];
    fit[0] = 14;
    fit[8] = '.';
    fit[9] = 'F';
    fit[10] = 'I';
    fit[11] = 'T';
    out.put("begun FIT", fit);
    byte[] huge = fit.clone();
    java.util.Arrays.fill(huge, 4, 8, (byte) 0xff);
    out.put("FIT of four gigabytes", huge);
    out.put("gzip", InvalidValues.zipped(InvalidValues.bytes(GPX)));
    out.put("begun GPX", InvalidValues.bytes(GPX.substring(0, 200)));
    String doctype =
        "<?xml version=\"1.0\"?><!DOCTYPE gpx [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>";
    out.put(
        "entity of a file",
        InvalidValues.bytes(
            GPX.replace("<?xml version=\"1.0\"?>", doctype).replace("running", "&e;")));
    StringBuilder laughs =
        new StringBuilder("<?xml version=\"1.0\"?><!DOCTYPE gpx [<!ENTITY a0 \"ha\">");
    for (int i = 1; i < 30; i++) {
      laughs.append("<!ENTITY a%d \"&a%d;&a%d;&a%d;\">".formatted(i, i - 1, i - 1, i - 1));
    }
    out.put(
        "entities of entities",
        InvalidValues.bytes(
            GPX.replace("<?xml version=\"1.0\"?>", laughs + "]>").replace("running", "&a29;")));
    out.put("deep", InvalidValues.bytes("<gpx>" + "<a>".repeat(200_000)));
    out.put("GPX of the year 0", InvalidValues.bytes(GPX.replace("2026-", "0000-")));
    out.put("GPX of the year 9999", InvalidValues.bytes(GPX.replace("2026-", "9999-")));
    out.put("GPX of the year 10000", InvalidValues.bytes(GPX.replace("2026-", "+10000-")));
    out.put("GPX off the earth", InvalidValues.bytes(GPX.replace("48.1", "1e308")));
    out.put("GPX of no numbers", InvalidValues.bytes(GPX.replace("48.1", "NaN")));
    out.put("GPX without times", InvalidValues.bytes(GPX.replaceAll("<time>.*?</time>", "")));
    out.put(
        "GPX over years",
        InvalidValues.bytes(GPX.replace("2026-03-03T06:01:00Z", "2099-03-03T06:01:00Z")));
    return out;
  }
}
