from django.db import migrations, models


class Migration(migrations.Migration):
    """The few plays with house rulings are found without going through a whole history."""

    dependencies = [("plays", "0002_growing_ids")]

    operations = [
        migrations.AddIndex(
            model_name="play",
            index=models.Index(condition=models.Q(("has_rulings", True)), fields=["group"], name="plays_with_rulings"),
        )
    ]
