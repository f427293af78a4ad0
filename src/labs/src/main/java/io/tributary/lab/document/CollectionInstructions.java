package io.tributary.lab.document;

import java.util.ArrayList;
import java.util.List;

/** Patient instructions for the collection of a sample. */
final class CollectionInstructions {
  private CollectionInstructions() {}

  /**
   * @param method collection method, as on the wire
   */
  static List<String> of(String method, boolean fasting) {
    List<String> out = new ArrayList<>();
    if (fasting) {
      out.add(
          "Do not eat for ten to twelve hours before the collection. Drink water as usual; take"
              + " medicines as directed by your physician.");
    }
    out.add("Drink a glass or two of water in the hours before: it makes the collection easier.");
    switch (method) {
      case "walk_in_test" -> {
        out.add(
            "Go to a collection site of the laboratory, at the time of your appointment if you have"
                + " one.");
        out.add("Bring the requisition, on paper or on your phone, and a photo ID.");
        out.add("Tell the staff if you have felt faint when blood was drawn before.");
      }
      case "at_home_phlebotomy" -> {
        out.add("Be at the address of the appointment when it begins, and have a photo ID ready.");
        out.add("Choose a well-lit place with a table and a chair, and keep pets away.");
        out.add("Have the requisition ready: the phlebotomist takes it along with the sample.");
      }
      case "on_site_collection" -> {
        out.add("Your sample is collected at your place of care; bring a photo ID.");
        out.add("Check that each tube carries your name and date of birth.");
      }
      default -> {
        out.add("Register the kit before you use it, with the number on its label.");
        out.add("Wash your hands, then follow the leaflet in the box step by step.");
        out.add("Write the date of the collection on the label of the sample.");
        out.add("Send the sample back in the enclosed package on the same day.");
      }
    }
    return List.copyOf(out);
  }
}
